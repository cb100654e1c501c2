/// dps compare --designs: ranks the results of two or more designs.
#pragma once

#include "commands/cli/command_line.h"
#include "coordinator/agents/exit_status.h"

namespace dps::coordinator {

/// Returns kDone if at least two results could be ranked, else kFailed; kInputWrong after errors.
ExitStatus compare_designs_command(const CommandLine& line);

}  // namespace dps::coordinator
