/// Replacements for records that never arrived.
#pragma once

#include "coordinator/session/quiescence.h"
#include "coordinator/session/session_result.h"

namespace dps::coordinator {

/// For each process without a record in the run, because its host was lost or the record did not
/// arrive in time, makes a record from its last counters. It has no units, flows and CPU times.
void fill_missing_records(PlayedRun& run, const QuiescenceDetector& quiescence);

}  // namespace dps::coordinator
