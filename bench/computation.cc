// The time that sleep, busywait and compute take beyond the requested time, and the speed of
// `work`.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>
#include <time.h>

#include "bench/limits.h"
#include "bench/statistics.h"
#include "simulator/process/sleeper.h"
#include "simulator/process/spinning.h"

namespace dps::bench {
namespace {

using Clock = std::chrono::steady_clock;
using Microseconds = std::chrono::duration<double, std::micro>;
using std::chrono::nanoseconds;

/// The number of times this thread was preempted.
long preemptions() {
  rusage usage{};
  ::getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nivcsw;
}

struct Overshoots {
  std::vector<double> us;  ///< times of the runs without preemption of the thread, or of all
  bool preempted = false;  ///< true if it was preempted in every run
};

/// The time that `run` takes beyond `asked`, measured `times` times.
Overshoots overshoots(nanoseconds asked, int times, const std::function<void()>& run) {
  std::vector<double> undisturbed;
  std::vector<double> all;
  for (int i = 0; i < times; ++i) {
    const long preempted = preemptions();
    const auto before = Clock::now();
    run();
    all.push_back(Microseconds(Clock::now() - before - asked).count());
    if (preemptions() == preempted) {
      undisturbed.push_back(all.back());
    }
  }
  return undisturbed.empty() ? Overshoots{all, true} : Overshoots{undisturbed, false};
}

double percentile99(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[(values.size() - 1) * 99 / 100];
}

nanoseconds thread_cpu() {
  timespec used{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return std::chrono::seconds(used.tv_sec) + nanoseconds(used.tv_nsec);
}

/// Returns the number of measurements: at least five for the median, otherwise a second in all.
int times_for(nanoseconds asked) {
  return static_cast<int>(std::clamp<std::int64_t>(std::chrono::seconds(1) / asked, 5, 1000));
}

void row(const char* kind, nanoseconds asked, const std::vector<double>& found) {
  fmt::print("{:<9} {:>9.0f} us   median {:>8.2f} us   99 % {:>9.2f} us over\n", kind,
             Microseconds(asked).count(), median(found), percentile99(found));
}

void sleeping(Limits& limits) {
  const auto sleeper = simulator::Sleeper::create({}).value();
  for (const double us : {50., 100., 500., 1'000., 5'000., 20'000., 100'000., 500'000.}) {
    const auto asked = std::chrono::round<nanoseconds>(Microseconds(us));
    const auto cpu_before = thread_cpu();
    const int times = times_for(asked);
    const auto found =
        overshoots(asked, times, [&] { sleeper->sleep_until(Clock::now() + asked); });
    const double cpu_us = Microseconds(thread_cpu() - cpu_before).count() / times;
    row("sleep", asked, found.us);
    limits.at_most(fmt::format("sleep of {} us, median over", us), median(found.us),
                   us <= 5'000 ? 70 : us * 0.005, "us");
    limits.at_most(fmt::format("sleep of {} us, CPU", us), cpu_us, 100, "us");
  }
}

void spinning(Limits& limits) {
  for (const double us : {1., 10., 50., 1'000., 5'000., 100'000.}) {
    const auto asked = std::chrono::round<nanoseconds>(Microseconds(us));
    const auto found = overshoots(asked, times_for(asked),
                                  [&] { simulator::spin_until(Clock::now() + asked, {}); });
    row("busywait", asked, found.us);
    if (!found.preempted) {
      limits.at_most(fmt::format("busywait of {} us, median over", us), median(found.us), 1, "us");
    }
  }
}

void using_cpu(Limits& limits) {
  for (const double us : {10., 1'000., 100'000.}) {
    const auto asked = std::chrono::round<nanoseconds>(Microseconds(us));
    std::vector<double> found;
    for (int i = 0; i < times_for(asked); ++i) {
      const auto before = thread_cpu();
      simulator::use_cpu(asked, {});
      found.push_back(Microseconds(thread_cpu() - before - asked).count());
    }
    row("compute", asked, found);
    limits.at_most(fmt::format("compute of {} us, CPU time over", us), median(found), 10, "us");
  }
}

void working() {
  constexpr double kMultiplications = 1e8;
  const auto before = Clock::now();
  simulator::multiply(kMultiplications, {});
  const std::chrono::duration<double, std::nano> taken = Clock::now() - before;
  fmt::print("work      {:.3f} ns a multiplication\n", taken.count() / kMultiplications);
}

}  // namespace

int computation() {
  Limits limits;
  sleeping(limits);
  spinning(limits);
  using_cpu(limits);
  working();
  return limits.exit_status();
}

}  // namespace dps::bench

int main() {
  return dps::bench::computation();
}
