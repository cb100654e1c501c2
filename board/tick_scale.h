/// The times of a log in nanoseconds.
#pragma once

#include <cstdint>

#include "board/record.h"

namespace dps::board {

/// Converts ticks to nanoseconds of CLOCK_MONOTONIC by two instants.
class TickScale {
 public:
  TickScale() = default;
  /// `second` is later than `first`.
  TickScale(Clock clock, const ClockPair& first, const ClockPair& second);

  [[nodiscard]] std::int64_t nanoseconds(Ticks ticks) const;
  /// Of a duration.
  [[nodiscard]] std::int64_t duration(Ticks ticks) const;

 private:
  ClockPair first_;
  double per_tick_ = 1;
};

}  // namespace dps::board
