/// Traces as lines of states, in the text format of SIM++ and HASE. Source: docs/trace.md,
/// "Conversions"; Edinburgh's HASE, table 1.1.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "profiles/traces/output.h"
#include "profiles/traces/state_line_options.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// All processes in one file. Errors: those of the output and of reading the trace.
Result<void> write_state_lines(const Trace& trace, const StateLineOptions& options,
                               BufferedOutput& output);

/// A file p0.trace, p1.trace, … for each process, and links.trace if links have tracks, in a folder
/// that exists. Between processes it
/// calls `is_to_stop`. Errors: kSystem: a file that cannot be written; kInterrupted; those of
/// reading the trace.
Result<void> write_state_files(const Trace& trace, const StateLineOptions& options,
                               const std::string& folder, const std::function<bool()>& is_to_stop);

}  // namespace dps::traces
