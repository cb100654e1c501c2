/// Reads the architecture files of the Performance Estimator.
/// Source: docs/machines.md, "Architecture files".
#pragma once

#include <string_view>

#include "base/diagnostic.h"
#include "machines/files/machine_reading.h"

namespace dps::machines {

/// True if a line begins with "send latency", "receive latency" or "network type", as no line of
/// TOML can.
bool is_architecture_file(std::string_view text);

/// The file consists of a name, and of five lines "key = value" in any order.
MachineReading read_architecture_file(const SourceText& source);

}  // namespace dps::machines
