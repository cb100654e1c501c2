/// The reasons for the time of a run, with names and seconds.
#pragma once

#include <optional>

#include "base/exit_status.h"
#include "base/result.h"
#include "commands/terminal/messages.h"
#include "profiles/result.h"
#include "profiles/traces/trace.h"
#include "profiles/why.h"

namespace dps::commands {

/// Errors: those of traces::EventCursor.
Result<profiles::Why> why_of(const traces::Trace& trace);

/// Adds the reasons to the result of a run, if it has a trace. Returns kDone, or the status after
/// printing the error.
ExitStatus explain_run(const std::optional<traces::Trace>& trace, profiles::RunResult& result,
                       Color color);

}  // namespace dps::commands
