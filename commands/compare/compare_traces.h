/// dps compare A.trace B.trace: compares two traces as lines of states.
#pragma once

#include <string>

#include "base/exit_status.h"
#include "commands/compare/compare_options.h"

namespace dps::commands {

/// Returns true if either file name ends in .trace.
bool compares_traces(const CompareOptions& given);

/// The error for an option that is valid only for traces; "" if there is none.
std::string only_for_traces(const CompareOptions& given);

/// Returns kDone if the traces are alike and within the tolerance, else kFailed; kInputWrong after
/// errors.
ExitStatus compare_traces(const CompareOptions& given);

/// The advice for a trace with all events, which dps compare does not read: the command that
/// converts it, "; 'dps trace a.dpstrace -o a.trace' converts it …", or, of a design, those that
/// write a result. Returns "" for other files.
std::string advice_for_trace(const std::string& path, bool is_design);

}  // namespace dps::commands
