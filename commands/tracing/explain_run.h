/// --why for a run that has been recorded.
#pragma once

#include <optional>

#include "base/exit_status.h"
#include "commands/terminal/messages.h"
#include "profiles/result.h"
#include "profiles/traces/trace.h"

namespace dps::commands {

/// Adds the reasons to the result of a run, if it has a trace. Returns kDone, or the status after
/// printing the error.
ExitStatus explain_run(const std::optional<traces::Trace>& trace, profiles::RunResult& result,
                       Color color);

}  // namespace dps::commands
