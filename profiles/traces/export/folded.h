/// Traces as folded stacks, for flame graphs. Source: docs/trace.md, "Conversions".
#pragma once

#include "base/result.h"
#include "profiles/traces/output.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// Errors: those of the output and of reading the trace.
Result<void> write_folded(const Trace& trace, Output& output);

}  // namespace dps::traces
