/// The questions of `dps machine check|describe|route|eval` about Parasol machines.
#pragma once

#include <optional>

#include "base/exit_status.h"
#include "commands/machine_command.h"

namespace dps::commands {

/// Prints the answer, or what is wrong in the machine file or in the question. nullopt: another
/// action, or, except for eval, a machine of another kind.
std::optional<ExitStatus> answer_about_parasol(const MachineOptions& given);

}  // namespace dps::commands
