// The measurement of host clocks.
#include <gtest/gtest.h>

#include "coordinator/agents/host_clock.h"
#include "coordinator/session/clock_offsets.h"

namespace dps::coordinator {
namespace {

using namespace std::chrono_literals;

TEST(HostClock, TheShortestRoundTripCounts) {
  HostClock clock;
  EXPECT_FALSE(clock.is_measured());
  clock.on_answer(1000ns, 5500ns, 2000ns);  // 1000 ns there and back: 5500 was read at 1500 ± 500
  EXPECT_EQ(clock.offset(), 4000ns);
  EXPECT_EQ(clock.error(), 500ns);
  clock.on_answer(3000ns, 9000ns, 6000ns);
  EXPECT_EQ(clock.offset(), 4000ns) << "slower";
  clock.on_answer(7000ns, 11060ns, 7100ns);
  EXPECT_EQ(clock.offset(), 4010ns);
  EXPECT_EQ(clock.error(), 50ns);
}

TEST(HostClock, AnOldAnswerGivesWayToANewerOneThatIsWorseByLessThanTheDrift) {
  HostClock clock;
  clock.on_answer(0ns, 1000ns, 100ns);
  clock.on_answer(1'000'000ns, 1'001'000ns,
                  1'000'180ns);  // 1 ms later it may have drifted by 100 ns
  EXPECT_EQ(clock.error(), 90ns);
  clock.on_answer(1'000'200ns, 1'001'200ns, 1'000'600ns);
  EXPECT_EQ(clock.error(), 90ns) << "worse by more than the drift";
}

TEST(HostClock, TwoMeasurementsShowTheDrift) {
  HostClock before;
  before.on_answer(0ns, 5'000ns, 10'000ns);
  HostClock after;
  after.on_answer(10s, 10s + 505'000ns, 10s + 10'000ns);
  const ClockReport report = compare(before, after);
  EXPECT_EQ(report.offset, 0ns);
  EXPECT_EQ(report.error, 505'000ns);
  EXPECT_NEAR(report.drift_ppm, 50, 0.1);
  EXPECT_EQ(compare(before, before).drift_ppm, 0);
}

TEST(HostClock, WithoutASecondMeasurementTheFirstIsReported) {
  HostClock before;
  before.on_answer(0ns, 1'000ns, 200ns);
  const ClockReport report = compare(before, HostClock{});
  EXPECT_EQ(report.offset, 900ns);
  EXPECT_EQ(report.error, 100ns);
  EXPECT_EQ(report.drift_ppm, 0);
}

/// The immediate answer to a PING sent at `sent`, from a clock that is 5,000 ns ahead.
control::PongFrame pong(Nanoseconds sent) {
  return {sent, sent + 5us};
}

TimePoint at(Nanoseconds since_epoch) {
  return TimePoint{since_epoch};
}

TEST(ClockOffsets, ASeriesIsCompleteWhenEveryHostHasAnswered) {
  ClockOffsets clocks(2, false);
  clocks.begin_series();
  EXPECT_FALSE(clocks.is_series_complete());
  for (const std::uint32_t host : {0u, 1u}) {
    int pings = 1;
    while (clocks.on_answer(host, pong(0ns), at(0ns), ClockSeries::kBefore)) {
      ASSERT_LT(++pings, 100);
    }
    EXPECT_EQ(pings, 16);
    EXPECT_EQ(clocks.is_series_complete(), host == 1);
  }
}

TEST(ClockOffsets, ASeriesDoesNotWaitForALostHost) {
  ClockOffsets clocks(2, false);
  clocks.forget(1);
  clocks.begin_series();
  while (clocks.on_answer(0, {0ns, 0ns}, TimePoint(100ns), ClockSeries::kAfter)) {
  }
  EXPECT_TRUE(clocks.is_series_complete());
}

TEST(ClockOffsets, AnAnswerOutsideASeriesAsksForNoOther) {
  ClockOffsets clocks(1, false);
  EXPECT_FALSE(clocks.on_answer(0, pong(0ns), at(0ns), ClockSeries::kBefore));
  EXPECT_EQ(clocks.offset(0), 5'000ns) << "but it counts";
}

TEST(ClockOffsets, ASecondSeriesLeavesTheOffsetsOfTheFirst) {
  ClockOffsets clocks(1, false);
  clocks.on_answer(0, pong(1'000ns), at(1'000ns), ClockSeries::kBefore);
  clocks.on_answer(0, {1'000'000ns, 1'007'000ns}, at(1'000'000ns), ClockSeries::kAfter);
  EXPECT_EQ(clocks.offset(0), 5'000ns);
  EXPECT_GT(clocks.report(0).drift_ppm, 0);
}

TEST(ClockOffsets, TheLargestErrorIsThatOfTheSlowestHost) {
  ClockOffsets clocks(2, false);
  clocks.on_answer(0, pong(0ns), at(400ns), ClockSeries::kBefore);
  clocks.on_answer(1, pong(0ns), at(900ns), ClockSeries::kBefore);
  EXPECT_EQ(clocks.largest_error(), 450ns);
}

TEST(ClockOffsets, AgentsThatShareOurClockHaveNoOffsetAndNoSeries) {
  ClockOffsets clocks(1, true);
  clocks.begin_series();
  EXPECT_TRUE(clocks.is_series_complete());
  clocks.on_answer(0, pong(0ns), at(100ns), ClockSeries::kBefore);
  EXPECT_EQ(clocks.offset(0), 0ns);
  EXPECT_EQ(clocks.report(0).error, 0ns);
}

}  // namespace
}  // namespace dps::coordinator
