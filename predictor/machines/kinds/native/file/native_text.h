/// Writes native machine files.
/// Source: docs/machines.md.
#pragma once

#include <string>

#include "predictor/machines/files/toml_writer.h"
#include "predictor/machines/kinds/native/native_machine.h"

namespace dps::machines {

/// Returns a text from which read_native_description() reads exactly the same description, except
/// its notes, which the reader adds. No host name may be a node set of several hosts.
std::string native_text(const NativeDescription& machine, const FileRemarks& remarks = {});

}  // namespace dps::machines
