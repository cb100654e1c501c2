/// The native machine file, written: docs/machines.md.
#pragma once

#include <string>

#include "machines/files/toml_writer.h"
#include "machines/kinds/native/native_machine.h"

namespace dps::machines {

/// read_native_file() of it gives the same description (its notes apart, which are the reader's),
/// every figure exactly. Host names are taken as they are: none is a node set of several.
std::string native_text(const NativeDescription& machine, const FileRemarks& remarks = {});

}  // namespace dps::machines
