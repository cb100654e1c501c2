/// Applies changes to machine files of all kinds, for what-if questions.
/// Source: docs/machines.md, "Changing a machine".
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/result.h"
#include "predictor/machines/factor.h"
#include "predictor/machines/files/machine_change.h"
#include "predictor/machines/machine.h"

namespace dps::machines {

/// The text of a machine file without errors after the changes, in their order. Errors (kInput): a
/// key that the machine does not have, with a list of its keys; a value that the machine file must
/// not have, with the error of its reader. The message begins with the change. `machine`: that of
/// the text, which saves reading it again; or null.
Result<std::string> changed_machine(const SourceText& source,
                                    std::span<const MachineChange> changes,
                                    const Machine* machine = nullptr);

/// Multiplies the value of a key. Errors: as above; and if the value has no multiples.
Result<std::string> scaled_machine(const SourceText& source, std::string_view key, Factor factor);

}  // namespace dps::machines
