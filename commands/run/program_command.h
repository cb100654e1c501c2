/// dps run -- COMMAND.
#pragma once

#include "base/exit_status.h"
#include "base/result.h"
#include "commands/programs/program_report.h"
#include "commands/run/run_options.h"

namespace dps::commands {

/// Runs an MPI program and prints its profile. Contract: docs/programs.md.
ExitStatus run_program(const RunOptions& given);

/// Runs it once, without printing anything. Errors: those of play_program() and read_run().
Result<ProgramRuns> run_program_once(const RunOptions& given);

}  // namespace dps::commands
