/// --why and --slow for a run that has been recorded.
#pragma once

#include <optional>

#include "base/exit_status.h"
#include "commands/groups/profile_options.h"
#include "commands/terminal/messages.h"
#include "profiles/result.h"
#include "profiles/traces/analysis/slow_request.h"
#include "profiles/traces/trace.h"

namespace dps::commands {

/// Adds the requested reasons to the result of a run, if it has a trace. Returns kDone, or
/// the status after printing the error.
ExitStatus explain_run(const std::optional<traces::Trace>& trace, const ProfileOptions& wanted,
                       profiles::RunResult& result, Color color);

/// The question of --slow, in the ticks of the trace. The option must be given.
traces::SlowQuestion slow_question(const ProfileOptions& given, const traces::TraceHead& head);

}  // namespace dps::commands
