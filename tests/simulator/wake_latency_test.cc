#include "simulator/process/wake_latency.h"

#include <gtest/gtest.h>

namespace dps::simulator {
namespace {

using namespace std::chrono_literals;  // NOLINT(google-build-using-namespace): its purpose

void meet(WakeLatency& latency, WakeLatency::Duration length,
          std::initializer_list<WakeLatency::Duration> latencies) {
  for (const auto one : latencies) {
    latency.met(length, one);
  }
}

TEST(WakeLatency, HasNoEstimateBeforeEightSleeps) {
  WakeLatency latency;
  meet(latency, 5ms, {50us, 50us, 50us, 50us, 50us, 50us, 50us});
  EXPECT_EQ(latency.usual(5ms), 0us);
  latency.met(5ms, 50us);
  EXPECT_EQ(latency.usual(5ms), 50us);
}

TEST(WakeLatency, TheEstimateIsReachedByThreeInFour) {
  WakeLatency latency;
  meet(latency, 5ms, {40us, 90us, 10us, 70us, 30us, 80us, 60us, 3ms});
  EXPECT_EQ(latency.usual(5ms), 40us);
}

TEST(WakeLatency, OnlyTheLastEightCount) {
  WakeLatency latency;
  meet(latency, 5ms, {1us, 1us, 1us, 1us, 50us, 50us, 50us, 50us, 50us, 50us, 50us, 50us});
  EXPECT_EQ(latency.usual(5ms), 50us);
}

TEST(WakeLatency, SleepsOfAnotherLengthHaveTheirOwnEstimate) {
  WakeLatency latency;
  meet(latency, 5ms, {50us, 50us, 50us, 50us, 50us, 50us, 50us, 50us});
  EXPECT_EQ(latency.usual(50ms), 0us);
  EXPECT_EQ(latency.usual(100us), 0us);
}

TEST(WakeLatency, TheEstimateIsLimited) {
  WakeLatency latency;
  meet(latency, 5ms, {4ms, 4ms, 4ms, 4ms, 4ms, 4ms, 4ms, 4ms});
  EXPECT_EQ(latency.usual(5ms), 200us);
  meet(latency, 100us, {90us, 90us, 90us, 90us, 90us, 90us, 90us, 90us});
  EXPECT_EQ(latency.usual(100us), 25us);
}

TEST(WakeLatency, ANegativeLengthIsAccepted) {
  WakeLatency latency;
  latency.met(-1s, 1us);
  EXPECT_EQ(latency.usual(-1s), 0us);
}

}  // namespace
}  // namespace dps::simulator
