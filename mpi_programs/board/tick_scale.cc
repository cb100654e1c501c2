#include "mpi_programs/board/tick_scale.h"

#include <cmath>

namespace dps::board {

TickScale::TickScale(Clock clock, const ClockPair& first, const ClockPair& second)
    : first_(first), span_(second.ticks - first.ticks) {
  if (clock == Clock::kCounter && second.ticks > first.ticks) {
    per_tick_ = static_cast<double>(second.nanoseconds - first.nanoseconds) /
                static_cast<double>(second.ticks - first.ticks);
  }
}

std::int64_t TickScale::nanoseconds(Ticks ticks) const {
  const auto since = static_cast<std::int64_t>(ticks - first_.ticks);
  return static_cast<std::int64_t>(first_.nanoseconds) +
         std::llround(static_cast<double>(since) * per_tick_);
}

std::int64_t TickScale::duration(Ticks ticks) const {
  return std::llround(static_cast<double>(ticks) * per_tick_);
}

}  // namespace dps::board
