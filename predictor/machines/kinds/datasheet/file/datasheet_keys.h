/// The values of data sheets that can be changed.
/// Source: docs/datasheets.md, "Keys".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "predictor/machines/files/machine_change.h"
#include "predictor/machines/files/machine_key.h"

namespace dps::machines {

// The text is a data sheet without errors.

/// All keys: `eager`, `eager_host`, those of hosts, and the coefficients of all functions.
std::vector<MachineKey> datasheet_keys(std::string_view text);

/// One of datasheet_keys(), or one of a single host of a node set; nullopt if there is no such key.
std::optional<MachineKey> find_datasheet_key(std::string_view text, std::string_view name);

/// The text after a change of such a key. Errors: those of changed_text().
Result<std::string> changed_datasheet(std::string_view text, const MachineChange& change);

}  // namespace dps::machines
