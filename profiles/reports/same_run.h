/// Finds the result to which a trace belongs.
#pragma once

#include "profiles/result.h"
#include "profiles/traces/head.h"

namespace dps::reports {

/// True if the trace may be that of the run that is printed: its kind, its processes and their ends
/// are the same. Ends that are unknown are not compared.
bool is_same_run(const profiles::RunResult& result, const traces::TraceHead& head);

}  // namespace dps::reports
