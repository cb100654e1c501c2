/// The native machine file (TOML): docs/machines.md.
#pragma once

#include "base/diagnostic.h"
#include "machines/machine_file.h"

namespace dps::machines {

/// Every value with its unit, every key known; of what is wrong everything is told. A text that is
/// not TOML is told up to where it stops being so.
MachineReading read_native_file(const SourceText& source);

}  // namespace dps::machines
