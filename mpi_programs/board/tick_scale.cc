#include "mpi_programs/board/tick_scale.h"

#include <cmath>

namespace dps::board {

TickScale::TickScale(LogClock clock, const ClockPair& first, const ClockPair& second)
    : first_(first), span_(second.ticks - first.ticks) {
  if (clock == LogClock::kCounter && second.ticks > first.ticks) {
    per_tick_ = static_cast<double>(second.nanoseconds - first.nanoseconds) /
                static_cast<double>(second.ticks - first.ticks);
  }
}

std::int64_t TickScale::nanoseconds(ClockTicks ticks) const {
  const auto since = static_cast<std::int64_t>(ticks - first_.ticks);
  return static_cast<std::int64_t>(first_.nanoseconds) +
         std::llround(static_cast<double>(since) * per_tick_);
}

std::int64_t TickScale::duration(ClockTicks ticks) const {
  return std::llround(static_cast<double>(ticks) * per_tick_);
}

}  // namespace dps::board
