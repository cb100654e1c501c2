/// The end of a run, from which its critical path goes back.
#pragma once

#include <cstdint>
#include <limits>

#include "base/result.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// Times are common time.
struct PathEnd {
  std::uint32_t process = 0;  ///< the one that was busy last
  Ticks last_busy = std::numeric_limits<Ticks>::min();
  Ticks run = 0;  ///< the end of the run
};

/// A prediction, and an incomplete run, end with their last process; a complete run ends when the
/// last process becomes idle: servers are stopped later. Errors: those of EventCursor.
Result<PathEnd> find_path_end(const Trace& trace);

}  // namespace dps::traces
