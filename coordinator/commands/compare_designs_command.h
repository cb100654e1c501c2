/// dps compare --designs: ranks the results of two or more designs.
#pragma once

#include "coordinator/agents/exit_status.h"
#include "coordinator/cli/command_line.h"

namespace dps::coordinator {

/// Returns kDone if at least two results could be ranked, else kFailed; kInputWrong after errors.
ExitStatus compare_designs_command(const CommandLine& line);

}  // namespace dps::coordinator
