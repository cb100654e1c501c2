#include "simulator/process/spinning.h"

#include <cstdint>

#include <time.h>

#include "base/check.h"

namespace dps::simulator {
namespace {

using Clock = std::chrono::steady_clock;

std::chrono::nanoseconds thread_cpu() {
  timespec used{};
  DPS_CHECK(::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used) == 0);
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

/// The factor is 1, but the compiler does not know it. So the value remains a normal number, and
/// multiplications of normal numbers always take the same time.
double product(std::uint64_t multiplications, double value, double factor) {
  for (std::uint64_t i = 0; i < multiplications; ++i) {
    value *= factor;
  }
  return value;
}

}  // namespace

bool spin_until(Clock::time_point instant, const transport::StopSignal& stop) {
  while (Clock::now() < instant) {
    if (stop.stopped()) {
      return false;
    }
  }
  return true;
}

bool use_cpu(std::chrono::nanoseconds time, const transport::StopSignal& stop) {
  const std::chrono::nanoseconds enough = thread_cpu() + time;
  for (auto used = thread_cpu(); used < enough; used = thread_cpu()) {
    // The CPU time of a thread never advances faster than wall time, so this is never too long.
    if (!spin_until(Clock::now() + (enough - used), stop)) {
      return false;
    }
  }
  return true;
}

bool multiply(double multiplications, const transport::StopSignal& stop) {
  constexpr std::uint64_t kBetweenChecks = 100'000;  // takes about 0.1 ms
  volatile double opaque = 1.0;
  const double factor = opaque;
  double value = opaque;
  double left = multiplications;
  while (left >= static_cast<double>(kBetweenChecks)) {
    left -= static_cast<double>(kBetweenChecks);
    value = product(kBetweenChecks, value, factor);
    if (stop.stopped()) {
      return false;
    }
  }
  opaque = product(static_cast<std::uint64_t>(left), value, factor);
  return true;
}

}  // namespace dps::simulator
