#include "predictor/rawtiming/mpi/clock.h"

#include <algorithm>
#include <limits>

namespace dps::rawtiming {

ClockCost measure_clock() {
  constexpr int kReadings = 100'000;
  clocks::Reading smallest = std::numeric_limits<clocks::Reading>::max();
  const clocks::Reading begin = now();
  clocks::Reading last = begin;
  for (int i = 0; i < kReadings; ++i) {
    const clocks::Reading reading = now();
    if (reading > last) {
      smallest = std::min(smallest, reading - last);
    }
    last = reading;
  }
  timespec stated{};
  clock_getres(CLOCK_MONOTONIC, &stated);
  const double cost = static_cast<double>(last - begin) / kReadings;
  // A clock whose readings always differ has its stated resolution; the smallest difference is its
  // cost.
  const double seen = static_cast<double>(smallest);
  return {seen > 2 * cost ? seen : static_cast<double>(std::max(stated.tv_nsec, 1L)), cost};
}

}  // namespace dps::rawtiming
