/// The options of traces on the command line, and what is reported of a trace.
#pragma once

#include "commands/cli/command_line.h"
#include "profiles/traces/head.h"

namespace dps::coordinator {

/// True if the events of a run are recorded: for --trace, --why, --latencies, or an expectation of
/// a latency.
bool records_events(const CommandLine& line);

/// The limits of --trace-limit, --trace-keep, --trace-from and --trace-to, in this unit.
traces::Limits trace_limits_of(const CommandLine& line, traces::TimeUnit unit);

/// Prints a note on stderr if the limit was reached, unless --quiet.
void note_left_out(const CommandLine& line, const traces::TraceHead& head);

}  // namespace dps::coordinator
