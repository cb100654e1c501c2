/// dps run -- COMMAND.
#pragma once

#include "coordinator/agents/exit_status.h"
#include "coordinator/cli/command_line.h"

namespace dps::coordinator {

/// Runs an MPI program and prints its profile. Contract: docs/programs.md.
ExitStatus run_program(const CommandLine& line);

}  // namespace dps::coordinator
