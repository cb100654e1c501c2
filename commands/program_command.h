/// dps run -- COMMAND.
#pragma once

#include "commands/cli/command_line.h"
#include "coordinator/agents/exit_status.h"

namespace dps::coordinator {

/// Runs an MPI program and prints its profile. Contract: docs/programs.md.
ExitStatus run_program(const CommandLine& line);

}  // namespace dps::coordinator
