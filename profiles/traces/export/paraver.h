/// Traces for Paraver: three files with one name. Source: docs/trace.md, "Conversions".
#pragma once

#include "base/result.h"
#include "profiles/traces/output.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// The records (.prv), the names of their numbers (.pcf) and the names of the processes (.row).
/// Errors: those of the output and of reading the trace.
Result<void> write_paraver(const Trace& trace, Output& output);
Result<void> write_paraver_names(const Trace& trace, Output& output);
Result<void> write_paraver_rows(const Trace& trace, Output& output);

}  // namespace dps::traces
