/// The last step of a process.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// Times are common time.
struct LastStep {
  Ticks end = 0;        ///< of the process
  Ticks last_busy = 0;  ///< its end, or the start of the wait in which it was stopped
};

/// Reads the last events of the process. Errors: those of EventCursor.
Result<LastStep> last_step_of(const Trace& trace, std::uint32_t process);

}  // namespace dps::traces
