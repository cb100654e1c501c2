#include "profiles/process_clock.h"

#include <algorithm>

#include <sys/resource.h>
#include <sys/single_threaded.h>

#include "base/check.h"

namespace dps::profiles {
namespace {

/// The longest time that soon() assumes to be CPU time.
constexpr Nanoseconds kLongestGuess = std::chrono::milliseconds(10);

Nanoseconds nanoseconds(const timeval& time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

rusage usage_of(int who) {
  rusage usage{};
  DPS_CHECK(getrusage(who, &usage) == 0);
  return usage;
}

long switches_in(const rusage& usage) {
  return usage.ru_nvcsw + usage.ru_nivcsw;
}

double share(Nanoseconds sys, Nanoseconds cpu) {
  return cpu > Nanoseconds(0) ? static_cast<double>(sys.count()) / static_cast<double>(cpu.count())
                              : 0;
}

}  // namespace

ProcessClock::ProcessClock(Threads threads) : one_thread_(threads == Threads::kOne) {}

void ProcessClock::read_children() {
  const rusage usage = usage_of(RUSAGE_CHILDREN);
  children_user_ = nanoseconds(usage.ru_utime);
  children_sys_ = nanoseconds(usage.ru_stime);
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
  const Nanoseconds real = ProcessClock::real();
  const Nanoseconds sys = nanoseconds(usage.ru_stime) + children_sys_;
  const Nanoseconds cpu = nanoseconds(usage.ru_utime) + children_user_ + sys;
  waited_ = switches_in(usage) != switches_;
  switches_ = switches_in(usage);
  base_ = advance(real, cpu, share(sys, cpu));
  return base_;
}

Times ProcessClock::soon() {
  if (!one_thread_ || !children_known_ || switches_ < 0) {
    return now();
  }
  const Nanoseconds real = ProcessClock::real();
  const rusage usage = usage_of(RUSAGE_THREAD);
  if (switches_in(usage) != switches_ || real - base_.real > kLongestGuess) {
    return now();
  }
  const Nanoseconds cpu = base_.user + base_.sys + (real - base_.real);
  const Nanoseconds sys = nanoseconds(usage.ru_stime);
  return advance(real, cpu, share(sys, nanoseconds(usage.ru_utime) + sys));
}

/// The next reading: these figures, but never less than the last reading.
Times ProcessClock::advance(Nanoseconds real, Nanoseconds cpu, double sys_share) {
  cpu = std::max(cpu, last_.user + last_.sys);
  const Nanoseconds sys(static_cast<std::int64_t>(static_cast<double>(cpu.count()) * sys_share));
  last_.sys = std::clamp(sys, last_.sys, cpu - last_.user);
  last_.user = cpu - last_.sys;
  last_.real = real;
  return last_;
}

}  // namespace dps::profiles
