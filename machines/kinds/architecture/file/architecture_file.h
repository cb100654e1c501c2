/// The architecture file of the Performance Estimator (docs/machines.md, "Architecture files").
#pragma once

#include <string_view>

#include "base/diagnostic.h"
#include "machines/files/machine_reading.h"

namespace dps::machines {

/// True if a line begins with "send latency", "receive latency" or "network type", which no line of
/// TOML does.
bool is_architecture_file(std::string_view text);

/// A name and five lines "key = number seconds" in any order, as the paper prints them.
MachineReading read_architecture_file(const SourceText& source);

}  // namespace dps::machines
