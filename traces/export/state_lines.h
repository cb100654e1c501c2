/// Traces as lines of states, in the text format of SIM++ and HASE. Source: docs/trace.md,
/// "Conversions"; Edinburgh's HASE, table 1.1.
#pragma once

#include "base/result.h"
#include "traces/output.h"
#include "traces/trace.h"

namespace dps::traces {

/// Errors: those of the output and of reading the trace.
Result<void> write_state_lines(const Trace& trace, Output& output);

}  // namespace dps::traces
