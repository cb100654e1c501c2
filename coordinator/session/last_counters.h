/// Stands in for the records of a run that never arrived.
#pragma once

#include "coordinator/session/quiescence.h"
#include "coordinator/session/session_result.h"

namespace dps::coordinator {

/// Makes a record from the last counters of each process of which the run has none: the host was
/// lost, or the record did not arrive in time. It has no units, no flows and no CPU time.
void fill_missing_records(PlayedRun& run, const QuiescenceDetector& quiescence);

}  // namespace dps::coordinator
