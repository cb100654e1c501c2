#include "profiles/process_clock.h"

#include <algorithm>

#include <sys/resource.h>
#include <sys/single_threaded.h>
#include <time.h>

#include "base/check.h"

namespace dps::profiles {
namespace {

/// The longest time that is taken for CPU time without asking the kernel.
constexpr std::int64_t kLongestGuess = 10'000'000;

std::int64_t nanoseconds(const timeval& time) {
  return (std::int64_t{time.tv_sec} * 1'000'000 + time.tv_usec) * 1'000;
}

std::int64_t monotonic_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

rusage usage_of(int who) {
  rusage usage{};
  DPS_CHECK(getrusage(who, &usage) == 0);
  return usage;
}

long switches_in(const rusage& usage) {
  return usage.ru_nvcsw + usage.ru_nivcsw;
}

double share(std::int64_t sys_ns, std::int64_t cpu_ns) {
  return cpu_ns > 0 ? static_cast<double>(sys_ns) / static_cast<double>(cpu_ns) : 0;
}

}  // namespace

ProcessClock::ProcessClock(Threads threads) : one_thread_(threads == Threads::kOne) {}

void ProcessClock::read_children() {
  const rusage usage = usage_of(RUSAGE_CHILDREN);
  children_user_ns_ = nanoseconds(usage.ru_utime);
  children_sys_ns_ = nanoseconds(usage.ru_stime);
  children_known_ = true;
}

void ProcessClock::foreign_code_ran() {
  children_known_ = false;
  one_thread_ = one_thread_ && __libc_single_threaded != 0;
}

Times ProcessClock::now() {
  if (!children_known_) {
    read_children();
  }
  const rusage usage = usage_of(RUSAGE_SELF);
  const std::int64_t real_ns = monotonic_ns();
  const std::int64_t sys_ns = nanoseconds(usage.ru_stime) + children_sys_ns_;
  const std::int64_t cpu_ns = nanoseconds(usage.ru_utime) + children_user_ns_ + sys_ns;
  waited_ = switches_in(usage) != switches_;
  switches_ = switches_in(usage);
  base_ = advance(real_ns, cpu_ns, share(sys_ns, cpu_ns));
  return base_;
}

Times ProcessClock::soon() {
  if (!one_thread_ || !children_known_ || switches_ < 0) {
    return now();
  }
  const std::int64_t real_ns = monotonic_ns();
  const rusage usage = usage_of(RUSAGE_THREAD);
  if (switches_in(usage) != switches_ || real_ns - base_.real_ns > kLongestGuess) {
    return now();
  }
  const std::int64_t cpu_ns = base_.user_ns + base_.sys_ns + (real_ns - base_.real_ns);
  const std::int64_t sys_ns = nanoseconds(usage.ru_stime);
  return advance(real_ns, cpu_ns, share(sys_ns, nanoseconds(usage.ru_utime) + sys_ns));
}

/// The next reading: these figures, but never less than the last reading.
Times ProcessClock::advance(std::int64_t real_ns, std::int64_t cpu_ns, double sys_share) {
  cpu_ns = std::max(cpu_ns, last_.user_ns + last_.sys_ns);
  const auto sys_ns = static_cast<std::int64_t>(static_cast<double>(cpu_ns) * sys_share);
  last_.sys_ns = std::clamp(sys_ns, last_.sys_ns, cpu_ns - last_.user_ns);
  last_.user_ns = cpu_ns - last_.sys_ns;
  last_.real_ns = real_ns;
  return last_;
}

}  // namespace dps::profiles
