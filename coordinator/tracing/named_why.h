/// The reasons for the time of a run, with names and seconds.
#pragma once

#include "base/result.h"
#include "profiles/why.h"
#include "traces/trace.h"

namespace dps::coordinator {

/// Errors: those of traces::EventCursor.
Result<profiles::Why> why_of(const traces::Trace& trace);

}  // namespace dps::coordinator
