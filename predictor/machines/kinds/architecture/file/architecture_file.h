/// Reads the architecture files of the Performance Estimator.
/// Source: docs/machines.md, "Architecture files".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "predictor/machines/files/machine_change.h"
#include "predictor/machines/files/machine_key.h"
#include "predictor/machines/files/machine_reading.h"

namespace dps::machines {

/// True if a line begins with "send latency", "receive latency" or "network type", which no line of
/// TOML can.
bool is_architecture_file(std::string_view text);

/// The file consists of a name, and of five lines "key = value" in any order.
MachineReading read_architecture_file(const SourceText& source);

// The values that can be changed (predictor/machines/files/machine_key.h), of a text without
// errors.

std::vector<MachineKey> architecture_keys(std::string_view text);
std::optional<MachineKey> find_architecture_key(std::string_view text, std::string_view name);
/// The text after a change of such a key. Errors: those of changed_text().
Result<std::string> changed_architecture(std::string_view text, const MachineChange& change);

}  // namespace dps::machines
