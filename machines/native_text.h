/// The native machine file, written: docs/machines.md.
#pragma once

#include <string>

#include "machines/native_machine.h"
#include "machines/toml_writer.h"

namespace dps::machines {

/// read_native_file() of it gives the same description (its notes apart, which are the reader's),
/// every figure exactly. Host names are taken as they are: none is a node set of several.
std::string native_text(const NativeDescription& machine, const FileRemarks& remarks = {});

}  // namespace dps::machines
