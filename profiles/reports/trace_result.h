/// A result made from a trace, for a trace that is shown without the result of its run.
#pragma once

#include "base/result.h"
#include "profiles/result.h"
#include "profiles/traces/trace.h"

namespace dps::reports {

/// The sums of the recorded events, at level functionality. Unknown are: CPU times that the events
/// do not have, time asleep in traces without the kinds of computations, unclaimed messages, and
/// all that describes the conditions of the run. A note of the result reports events that were left
/// out. Errors: those of traces::EventCursor.
Result<profiles::RunResult> result_of(const traces::Trace& trace);

}  // namespace dps::reports
