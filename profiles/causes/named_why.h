/// The reasons for the time of a run, with names and seconds.
#pragma once

#include "base/result.h"
#include "profiles/traces/analysis/network_view.h"
#include "profiles/traces/analysis/slow_request.h"
#include "profiles/traces/trace.h"
#include "profiles/why.h"

namespace dps::profiles {

/// `network`: that of the prediction, or null. Errors: those of traces::EventCursor.
Result<Why> why_of(const traces::Trace& trace, traces::NetworkView* network = nullptr);

/// The reasons for the age of the request that the question selects.
Result<Slow> slow_of(const traces::Trace& trace, const traces::SlowQuestion& question,
                     traces::NetworkView* network = nullptr);

}  // namespace dps::profiles
