// The measurement of host clocks.
#include <gtest/gtest.h>

#include "coordinator/agents/host_clock.h"
#include "coordinator/session/clock_offsets.h"

namespace dps::coordinator {
namespace {

TEST(HostClock, TheShortestRoundTripCounts) {
  HostClock clock;
  EXPECT_FALSE(clock.is_measured());
  clock.on_answer(1000, 5500, 2000);  // 1000 ns there and back: 5500 was read at 1500 ± 500
  EXPECT_EQ(clock.offset_ns(), 4000);
  EXPECT_EQ(clock.error_ns(), 500);
  clock.on_answer(3000, 9000, 6000);
  EXPECT_EQ(clock.offset_ns(), 4000) << "slower";
  clock.on_answer(7000, 11060, 7100);
  EXPECT_EQ(clock.offset_ns(), 4010);
  EXPECT_EQ(clock.error_ns(), 50);
}

TEST(HostClock, AnOldAnswerGivesWayToANewerOneThatIsWorseByLessThanTheDrift) {
  HostClock clock;
  clock.on_answer(0, 1000, 100);
  clock.on_answer(1'000'000, 1'001'000, 1'000'180);  // 1 ms later it may have drifted by 100 ns
  EXPECT_EQ(clock.error_ns(), 90);
  clock.on_answer(1'000'200, 1'001'200, 1'000'600);
  EXPECT_EQ(clock.error_ns(), 90) << "worse by more than the drift";
}

TEST(HostClock, TwoMeasurementsShowTheDrift) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  HostClock before;
  before.on_answer(0, 5'000, 10'000);
  HostClock after;
  after.on_answer(10 * kSecond, 10 * kSecond + 505'000, 10 * kSecond + 10'000);
  const ClockReport report = compare(before, after);
  EXPECT_EQ(report.offset_ns, 0);
  EXPECT_EQ(report.error_ns, 505'000);
  EXPECT_NEAR(report.drift_ppm, 50, 0.1);
  EXPECT_EQ(compare(before, before).drift_ppm, 0);
}

TEST(HostClock, WithoutASecondMeasurementTheFirstIsReported) {
  HostClock before;
  before.on_answer(0, 1'000, 200);
  const ClockReport report = compare(before, HostClock{});
  EXPECT_EQ(report.offset_ns, 900);
  EXPECT_EQ(report.error_ns, 100);
  EXPECT_EQ(report.drift_ppm, 0);
}

/// The answer to a PING sent at `sent_ns`, by a clock that is 5,000 ns ahead; at once.
control::PongFrame pong(std::int64_t sent_ns) {
  return {sent_ns, sent_ns + 5'000};
}

TimePoint at(std::int64_t ns) {
  return TimePoint{std::chrono::nanoseconds(ns)};
}

TEST(ClockOffsets, ASeriesIsCompleteWhenEveryHostHasAnswered) {
  ClockOffsets clocks(2, false);
  clocks.begin_series();
  EXPECT_FALSE(clocks.is_series_complete());
  for (const std::uint32_t host : {0u, 1u}) {
    int pings = 1;
    while (clocks.on_answer(host, pong(0), at(0), ClockSeries::kBefore)) {
      ASSERT_LT(++pings, 100);
    }
    EXPECT_EQ(pings, 16);
    EXPECT_EQ(clocks.is_series_complete(), host == 1);
  }
}

TEST(ClockOffsets, AnAnswerOutsideASeriesAsksForNoOther) {
  ClockOffsets clocks(1, false);
  EXPECT_FALSE(clocks.on_answer(0, pong(0), at(0), ClockSeries::kBefore));
  EXPECT_EQ(clocks.offset_ns(0), 5'000) << "but it counts";
}

TEST(ClockOffsets, ASecondSeriesLeavesTheOffsetsOfTheFirst) {
  ClockOffsets clocks(1, false);
  clocks.on_answer(0, pong(1'000), at(1'000), ClockSeries::kBefore);
  clocks.on_answer(0, {1'000'000, 1'007'000}, at(1'000'000), ClockSeries::kAfter);
  EXPECT_EQ(clocks.offset_ns(0), 5'000);
  EXPECT_GT(clocks.report(0).drift_ppm, 0);
}

TEST(ClockOffsets, TheLargestErrorIsThatOfTheSlowestHost) {
  ClockOffsets clocks(2, false);
  clocks.on_answer(0, pong(0), at(400), ClockSeries::kBefore);
  clocks.on_answer(1, pong(0), at(900), ClockSeries::kBefore);
  EXPECT_EQ(clocks.largest_error_ns(), 450);
}

TEST(ClockOffsets, AgentsThatShareOurClockHaveNoOffsetAndNoSeries) {
  ClockOffsets clocks(1, true);
  clocks.begin_series();
  EXPECT_TRUE(clocks.is_series_complete());
  clocks.on_answer(0, pong(0), at(100), ClockSeries::kBefore);
  EXPECT_EQ(clocks.offset_ns(0), 0);
  EXPECT_EQ(clocks.report(0).error_ns, 0);
}

}  // namespace
}  // namespace dps::coordinator
