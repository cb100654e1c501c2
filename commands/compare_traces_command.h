/// dps compare A.trace B.trace: compares two traces as lines of states.
#pragma once

#include <string>

#include "commands/cli/command_line.h"
#include "coordinator/agents/exit_status.h"

namespace dps::coordinator {

/// True if one of the files is named like such a trace.
bool compares_traces(const CommandLine& line);

/// The error for an option that only goes with traces; "" if there is none.
std::string only_for_traces(const CommandLine& line);

/// Returns kDone if the traces are alike and within the tolerance, else kFailed; kInputWrong after
/// errors.
ExitStatus compare_traces_command(const CommandLine& line);

}  // namespace dps::coordinator
