/// dps run -- COMMAND.
#pragma once

#include "base/exit_status.h"
#include "commands/run/run_options.h"

namespace dps::commands {

/// Runs an MPI program and prints its profile. Contract: docs/programs.md.
ExitStatus run_program(const RunOptions& given);

}  // namespace dps::commands
