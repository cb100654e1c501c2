/// The times of a log in nanoseconds, or in picoseconds of virtual time.
#pragma once

#include <cstdint>

#include "mpi_programs/board/record.h"

namespace dps::board {

/// Converts ticks to nanoseconds of CLOCK_MONOTONIC by two instants.
class TickScale {
 public:
  TickScale() = default;
  /// `second` is later than `first`.
  TickScale(LogClock clock, const ClockPair& first, const ClockPair& second);

  /// The ticks between the two instants. The scale with the longest span is the most exact.
  [[nodiscard]] ClockTicks span() const { return span_; }

  /// Converts an instant; ticks of the clock kVirtual stay unchanged.
  [[nodiscard]] std::int64_t nanoseconds(ClockTicks ticks) const;
  /// Converts a duration.
  [[nodiscard]] std::int64_t duration(ClockTicks ticks) const;

 private:
  ClockPair first_;
  ClockTicks span_ = 0;
  double per_tick_ = 1;
  bool is_virtual_ = false;
};

}  // namespace dps::board
