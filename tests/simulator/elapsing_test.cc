// Sleeping and spinning never take less than the requested time, and are ended by the stop signal.
// bench/computation measures how much longer they take.
#include <csignal>
#include <thread>

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "simulator/process/sleeper.h"
#include "simulator/process/spinning.h"
#include "simulator/process/stop_flag.h"
#include "tests/support/cpu_time.h"

namespace dps::simulator {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

/// Returns true if `work` returns false after a SIGTERM at an arbitrary moment.
template <typename Work>
bool is_ended_by_sigterm(const StopFlag& /*installed*/, const Work& work) {
  std::thread killer([] { ::kill(::getpid(), SIGTERM); });
  const bool whole = work();
  killer.join();
  return !whole;
}

TEST(Sleeper, NeverReturnsBeforeTheInstant) {
  const auto sleeper = Sleeper::create({}).value();
  for (const auto time : {0us, 1us, 50us, 500us, 5000us}) {
    const auto instant = Clock::now() + time;
    EXPECT_TRUE(sleeper->sleep_until(instant));
    EXPECT_GE(Clock::now(), instant);
  }
}

TEST(Sleeper, ReturnsAtOnceWhenTheInstantHasPassed) {
  const auto sleeper = Sleeper::create({}).value();
  EXPECT_TRUE(sleeper->sleep_until(Clock::now() - 1h));
  EXPECT_TRUE(sleeper->sleep_until(Clock::time_point()));
}

TEST(Sleeper, UsesNoCpu) {
  const auto sleeper = Sleeper::create({}).value();
  const auto before = cpu_time(CLOCK_THREAD_CPUTIME_ID);
  EXPECT_TRUE(sleeper->sleep_until(Clock::now() + 100ms));
  EXPECT_LT(cpu_time(CLOCK_THREAD_CPUTIME_ID) - before, 20ms);
}

TEST(Sleeper, LowersTheTimerSlackOfItsThread) {
  ::prctl(PR_SET_TIMERSLACK, 50'000UL);  // another sleeper of this thread may have lowered it
  const auto sleeper = Sleeper::create({}).value();
  EXPECT_EQ(::prctl(PR_GET_TIMERSLACK), 1);
}

TEST(Sleeper, IsEndedBySigterm) {
  const auto stop = StopFlag::install().value();
  const auto sleeper = Sleeper::create(stop->signal()).value();
  EXPECT_TRUE(is_ended_by_sigterm(*stop, [&] { return sleeper->sleep_until(Clock::now() + 1h); }));
  EXPECT_FALSE(sleeper->sleep_until(Clock::now() + 1h)) << "and stays so";
}

TEST(SpinUntil, NeverReturnsBeforeTheInstant) {
  for (const auto time : {0us, 1us, 1000us}) {
    const auto instant = Clock::now() + time;
    EXPECT_TRUE(spin_until(instant, {}));
    EXPECT_GE(Clock::now(), instant);
  }
}

TEST(SpinUntil, IsEndedBySigterm) {
  const auto stop = StopFlag::install().value();
  EXPECT_TRUE(
      is_ended_by_sigterm(*stop, [&] { return spin_until(Clock::now() + 1h, stop->signal()); }));
}

TEST(UseCpu, UsesAtLeastThatMuchCpuTime) {
  for (const auto time : {0us, 10us, 3000us}) {
    const auto before = cpu_time(CLOCK_THREAD_CPUTIME_ID);
    EXPECT_TRUE(use_cpu(time, {}));
    EXPECT_GE(cpu_time(CLOCK_THREAD_CPUTIME_ID) - before, time);
  }
}

TEST(UseCpu, IsEndedBySigterm) {
  const auto stop = StopFlag::install().value();
  EXPECT_TRUE(is_ended_by_sigterm(*stop, [&] { return use_cpu(1h, stop->signal()); }));
}

TEST(Multiply, DoesTheMultiplications) {
  // A multiplication takes at least one cycle, which is more than 0.1 ns on every processor.
  const auto before = Clock::now();
  EXPECT_TRUE(multiply(20'000'000, {}));
  EXPECT_GE(Clock::now() - before, 2ms);
}

TEST(Multiply, AcceptsZeroAndFractions) {
  EXPECT_TRUE(multiply(0, {}));
  EXPECT_TRUE(multiply(0.5, {}));
}

TEST(Multiply, IsEndedBySigterm) {
  const auto stop = StopFlag::install().value();
  EXPECT_TRUE(is_ended_by_sigterm(*stop, [&] { return multiply(1e300, stop->signal()); }));
}

}  // namespace
}  // namespace dps::simulator
