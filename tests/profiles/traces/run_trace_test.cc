// The gates through which the map of a host passes, from the measurements of its clock.
#include "commands/tracing/run_trace.h"

#include <chrono>

#include <gtest/gtest.h>

namespace dps::commands {
namespace {

using namespace std::chrono_literals;

/// The clock after one answer: at `at`, the host was ahead by `offset`, with this error.
coordinator::HostClock measured(Nanoseconds at, Nanoseconds offset, Nanoseconds error) {
  coordinator::HostClock clock;
  clock.on_answer(at - error, at + offset, at + error);
  return clock;
}

TEST(RunTrace, AHostWithOurClockHasTheIdentity) {
  const auto gates = gates_of({}, 5s);
  EXPECT_EQ(gates.first, (traces::ClockGate{0, 0, 0}));
  EXPECT_EQ(gates.second.value, 0);
  EXPECT_EQ(gates.second.error, 0);
}

/// The host is 3 s ahead and gains 50 us in 10 s. Its times count from BEGIN, which it got with an
/// offset that was 7 us too small; so its time is too large at first.
TEST(RunTrace, GatesAreTheOffsetsThatAreLeftAfterThatOfBegin) {
  const auto gates =
      gates_of({3s - 7us, measured(99s, 3s, 20us), measured(109s, 3s + 50us, 30us)}, 100s);
  EXPECT_EQ(gates.first, (traces::ClockGate{-1'000'000'000, -7'000, 20'000}));
  EXPECT_EQ(gates.second, (traces::ClockGate{9'000'000'000, -57'000, 30'000}));
}

TEST(RunTrace, WithoutASecondMeasurementTheDriftIsThatOfQuartzClocks) {
  for (const coordinator::HostClock& after :
       {coordinator::HostClock{}, measured(99s + 1us, 3s, 5us)}) {
    const auto gates = gates_of({3s, measured(99s, 3s, 20us), after}, 100s);
    EXPECT_EQ(gates.second, (traces::ClockGate{0, 0, 120'000}));
  }
}

}  // namespace
}  // namespace dps::commands
