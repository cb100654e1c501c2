/// Reads native machine files, which are TOML.
/// Source: docs/machines.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "predictor/machines/files/machine_reading.h"
#include "predictor/machines/kinds/native/native_machine.h"

namespace dps::machines {

struct NativeReading {
  std::optional<NativeDescription> description;  ///< nullopt if there are errors
  std::vector<Diagnostic> diagnostics;
};

/// Reads the description of a machine. All quantities need units, and all keys must be known. The
/// diagnostics contain all errors; of a text that is not TOML, only the first one.
NativeReading read_native_description(const SourceText& source);

/// Reads the description and makes its machine.
MachineReading read_native_file(const SourceText& source);

}  // namespace dps::machines
