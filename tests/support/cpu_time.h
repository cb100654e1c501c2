/// The CPU time that a clock of CPU time has counted.
#pragma once

#include <chrono>

#include <time.h>

namespace dps {

/// `clock` is CLOCK_THREAD_CPUTIME_ID, CLOCK_PROCESS_CPUTIME_ID or that of another process.
inline std::chrono::nanoseconds cpu_time(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace dps
