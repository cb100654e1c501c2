/// The clock of all measurements.
#pragma once

#include <ctime>

#include "base/clocks/burst.h"

namespace dps::rawtiming {

inline constexpr clocks::Reading kOneSecond = 1'000'000'000;

/// Reads CLOCK_MONOTONIC, in nanoseconds.
inline clocks::Reading now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * kOneSecond + time.tv_nsec;
}

inline void spin_until(clocks::Reading due) {
  while (now() < due) {
  }
}

/// The smallest difference of two readings, and the time that a reading takes, in nanoseconds.
struct ClockCost {
  double resolution = 0;
  double cost = 0;
};
ClockCost measure_clock();

}  // namespace dps::rawtiming
