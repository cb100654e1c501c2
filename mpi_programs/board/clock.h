/// The clock of a log. Source: docs/protocol_board.md, "Clock".
#pragma once

#include <cstdint>
#include <ctime>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

#include "mpi_programs/board/record.h"

namespace dps::board {

inline std::uint64_t nanoseconds_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}

inline ClockTicks ticks_now(LogClock clock) {
#if defined(__x86_64__)
  if (clock == LogClock::kCounter) {
    return __rdtsc();
  }
#else
  static_cast<void>(clock);
#endif
  return nanoseconds_now();
}

/// Returns the best of three pairs: between two readings, the process may have been preempted.
inline ClockPair clock_pair(LogClock clock) {
  ClockPair best;
  ClockTicks least = ~ClockTicks{0};
  for (int i = 0; i < 3; ++i) {
    const ClockTicks before = ticks_now(clock);
    const std::uint64_t now = nanoseconds_now();
    const ClockTicks width = ticks_now(clock) - before;
    if (width < least) {
      least = width;
      best = {before + width / 2, now};
    }
  }
  return best;
}

/// Returns the processor's counter if it is the kernel's clock source, else CLOCK_MONOTONIC.
LogClock best_clock();

}  // namespace dps::board
