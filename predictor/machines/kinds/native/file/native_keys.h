/// The values of native machine files that can be changed.
/// Source: docs/machines.md, "Changing a machine".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "predictor/machines/files/machine_change.h"
#include "predictor/machines/files/machine_key.h"

namespace dps::machines {

// The text is a native machine file without errors.

/// All keys, in the order of docs/machines.md: those of a host begin with "host." and its name in
/// the file, which may be a node set.
std::vector<MachineKey> native_keys(std::string_view text);

/// A key with its value: one of native_keys(), one of a single host of a node set, or one that only
/// other machines have. nullopt if there is no such key.
std::optional<MachineKey> find_native_key(std::string_view text, std::string_view name);

/// The text after a change of such a key. A host of a node set gets a table of its own, at the
/// place of the set. Errors: those of changed_text().
Result<std::string> changed_native(std::string_view text, const MachineChange& change);

}  // namespace dps::machines
