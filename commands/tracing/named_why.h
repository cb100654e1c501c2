/// The reasons for the time of a run, with names and seconds.
#pragma once

#include <optional>

#include "base/result.h"
#include "commands/cli/command_line.h"
#include "coordinator/agents/exit_status.h"
#include "profiles/result.h"
#include "profiles/traces/trace.h"
#include "profiles/why.h"

namespace dps::coordinator {

/// Errors: those of traces::EventCursor.
Result<profiles::Why> why_of(const traces::Trace& trace);

/// With --why: adds the reasons to the result of a run, if it has a trace. Returns kDone, or the
/// status after printing the error.
ExitStatus explain_run(const CommandLine& line, const std::optional<traces::Trace>& trace,
                       profiles::RunResult& result);

}  // namespace dps::coordinator
