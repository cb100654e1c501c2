/// The native machine file, written: docs/machines.md.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "machines/native_machine.h"

namespace dps::machines {

/// What a file holds for people and no prediction looks at.
struct NativeRemarks {
  std::vector<std::string> comments;  ///< lines at the top, without the '#'
  /// Keys of `[calibration]`, with texts as values.
  std::vector<std::pair<std::string, std::string>> calibration;
};

/// read_native_file() of it gives the same description (its notes apart, which are the reader's),
/// every figure exactly. Host names are taken as they are: none is a node set of several.
std::string native_text(const NativeDescription& machine, const NativeRemarks& remarks = {});

}  // namespace dps::machines
