#include "mpi_programs/board/tick_scale.h"

#include <cmath>

namespace dps::board {

TickScale::TickScale(LogClock clock, const ClockPair& first, const ClockPair& second)
    : first_(first),
      span_(clock == LogClock::kVirtual ? 1 : second.ticks - first.ticks),
      is_virtual_(clock == LogClock::kVirtual) {
  if (clock == LogClock::kCounter && second.ticks > first.ticks) {
    per_tick_ = static_cast<double>(second.nanoseconds - first.nanoseconds) /
                static_cast<double>(second.ticks - first.ticks);
  }
}

std::int64_t TickScale::nanoseconds(ClockTicks ticks) const {
  if (is_virtual_) {
    return static_cast<std::int64_t>(ticks);  // a double would lose digits
  }
  const auto since = static_cast<std::int64_t>(ticks - first_.ticks);
  return static_cast<std::int64_t>(first_.nanoseconds) +
         std::llround(static_cast<double>(since) * per_tick_);
}

std::int64_t TickScale::duration(ClockTicks ticks) const {
  return is_virtual_ ? static_cast<std::int64_t>(ticks)
                     : std::llround(static_cast<double>(ticks) * per_tick_);
}

}  // namespace dps::board
