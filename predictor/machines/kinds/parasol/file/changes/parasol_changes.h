/// Changes of Parasol machine files, and the names of their values.
/// Source: docs/parasol.md, "Changes".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "predictor/machines/files/machine_change.h"
#include "predictor/machines/files/machine_key.h"
#include "predictor/machines/kinds/parasol/file/parasol_file.h"
#include "predictor/machines/machine.h"

namespace dps::parasol {

// These functions expect texts without errors.

/// The keys of timings, caches, links and formulas; then those of the groups of timings.
std::vector<machines::MachineKey> parasol_keys(std::string_view text);
/// Does the same for the file that has been read from `text`.
std::vector<machines::MachineKey> keys_of(std::string_view text, const ParasolFile& file);

/// Finds any name of values that the file has.
std::optional<machines::MachineKey> find_parasol_key(std::string_view text, std::string_view name);

/// The text after the change, in time linear in it. `machine`: that of the text, or null. Errors
/// (kInput): the change names nothing that the file has, or a number in a list that it does not
/// have; a value, factor or time that is wrong.
Result<machines::ChangedText> changed_parasol(std::string_view text,
                                              const machines::Machine* machine,
                                              const machines::MachineChange& change);

}  // namespace dps::parasol
