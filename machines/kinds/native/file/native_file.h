/// The native machine file (TOML): docs/machines.md.
#pragma once

#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "machines/files/machine_reading.h"
#include "machines/kinds/native/native_machine.h"

namespace dps::machines {

struct NativeReading {
  std::optional<NativeDescription> description;  ///< none if there are errors
  std::vector<Diagnostic> diagnostics;
};

/// Every value with its unit, every key known; of what is wrong everything is told. A text that is
/// not TOML is told up to where it stops being so.
NativeReading read_native_description(const SourceText& source);

/// The same, made a machine.
MachineReading read_native_file(const SourceText& source);

}  // namespace dps::machines
