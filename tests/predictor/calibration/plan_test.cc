#include "predictor/calibration/plan.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace dps::calibration {
namespace {

std::uint64_t largest(const std::vector<Leg>& legs) {
  std::uint64_t bytes = 0;
  for (const Leg& leg : legs) {
    bytes = std::max(bytes, leg.bytes);
  }
  return bytes;
}

TEST(Plan, AFastPathIsMeasuredToSixteenMebibytes) {
  const auto legs = message_legs({10e-6, 0.3e-9}, Effort::kFull);
  EXPECT_EQ(legs.front().bytes, 0U);
  EXPECT_EQ(largest(legs), 16U << 20U);
}

TEST(Plan, OnASlowPathMessageSizesAreLimitedByTheirTime) {
  // At 100 Mbit/s, 4 MiB would take a third of a second.
  EXPECT_EQ(largest(message_legs({100e-6, 80e-9}, Effort::kFull)), 1U << 20U);
  // Small messages are measured even at 9600 bit/s.
  EXPECT_EQ(largest(message_legs({0.1, 833e-6}, Effort::kFull)), 1024U);
}

TEST(Plan, AFirstLookTakesSmallMessagesOnly) {
  EXPECT_EQ(largest(message_legs({10e-6, 0.3e-9}, Effort::kQuick)), 64U << 10U);
}

TEST(Plan, TheBufferEndsWhereASendLastsUntilItsReceiverWakes) {
  const auto legs = buffer_legs({10e-6, 0.3e-9}, Effort::kFull);
  std::vector<double> sends;
  for (const Leg& leg : legs) {
    sends.push_back(leg.bytes > (1U << 20U) ? leg.hold.count() : 1e-5);
  }
  const auto buffer = buffer_of(legs, sends);
  ASSERT_TRUE(buffer);
  EXPECT_GT(*buffer, 1U << 20U);
  EXPECT_LT(*buffer, 2U << 20U);
  std::fill(sends.begin(), sends.end(), 1e-5);
  EXPECT_FALSE(buffer_of(legs, sends));
  std::fill(sends.begin(), sends.end(), 1.0);
  EXPECT_EQ(buffer_of(legs, sends), 0U);
}

TEST(Plan, SmallMessagesAreSentToASleepingReceiverOneByOne) {
  const auto small = small_buffer_legs({10e-6, 0.1e-9});
  const auto large = buffer_legs({10e-6, 0.1e-9}, Effort::kFull);
  ASSERT_FALSE(small.empty());
  EXPECT_EQ(small.front().bytes, 0U);
  for (const Leg& leg : small) {
    EXPECT_EQ(leg.rounds, 1U);
    EXPECT_LT(leg.bytes, large.front().bytes);
    EXPECT_EQ(leg.kind, LegKind::kDrain);
  }
}

TEST(Plan, MessagesThatAreTakenFitIntoTheBuffer) {
  const Probe fast{10e-6, 0.1e-9};
  const std::uint64_t buffer = 600 << 10;
  const auto legs = taking_legs(fast, buffer, Effort::kFull);
  ASSERT_FALSE(legs.empty());
  EXPECT_EQ(legs.front().bytes, 4096U) << "message_legs() has the smaller ones";
  EXPECT_EQ(legs.front().rounds, 30U);
  EXPECT_EQ(legs.back().bytes, 16U << 20U);
  EXPECT_EQ(legs.back().rounds, 1U);
  for (const Leg& leg : legs) {
    EXPECT_EQ(leg.kind, LegKind::kDrain);
    EXPECT_TRUE(leg.rounds == 1 || leg.rounds * leg.bytes <= buffer / 2) << leg.bytes;
    EXPECT_GT(leg.hold.count(), leg.rounds * 0.1e-9 * static_cast<double>(leg.bytes));
  }
  EXPECT_EQ(taking_legs(fast, 0, Effort::kFull).front().rounds, 1U);
  EXPECT_LE(taking_legs(fast, std::nullopt, Effort::kQuick).back().bytes, 64U << 10U);
}

TEST(Plan, UnpackingIsMeasuredByPairsOfDrains) {
  const Probe fast{10e-6, 1e-10};
  const auto pairs = unpacking_legs(fast, 1U << 20U, Effort::kFull);
  ASSERT_EQ(pairs.size(), 3U);
  for (const auto& legs : pairs) {
    ASSERT_EQ(legs.size(), 2U);
    Leg packed = legs[0];
    packed.packing = Packing::kCopy;
    EXPECT_EQ(legs[1], packed);
    EXPECT_EQ(legs[0].kind, LegKind::kDrain);
    EXPECT_LE(legs[0].rounds == 1 ? 0 : legs[0].rounds * legs[0].bytes, 1U << 19U);
  }
  EXPECT_EQ(unpacking_legs(fast, std::nullopt, Effort::kQuick).size(), 2U);
}

TEST(Plan, GroupsUnderContentionFitOnTheCores) {
  using Groups = std::vector<std::uint32_t>;
  EXPECT_EQ(contended_groups(1, false), (Groups{2}));
  EXPECT_EQ(contended_groups(2, true), (Groups{2, 4, 8}));
  EXPECT_EQ(contended_groups(12, false), (Groups{2, 4, 8}));
  EXPECT_EQ(contended_groups(100'000, true).back(), 128U);
}

TEST(Plan, ContendedMessagesArePlainPingPongs) {
  for (const Leg& leg : contended_legs({10e-6, 1e-10}, Effort::kFull)) {
    EXPECT_EQ(leg.kind, LegKind::kPingPong);
    EXPECT_EQ(leg.packing, Packing::kOff);
    EXPECT_LE(leg.bytes, 1U << 20U);
  }
  EXPECT_EQ(contended_legs({10e-6, 1e-10}, Effort::kFull).size(), 11U);
}

TEST(Plan, SmallMessagesOfProgramsHaveASessionOfTheirOwnWithManyRounds) {
  const auto sessions = bare_legs({1e-6, 0.1e-9}, Effort::kFull);
  ASSERT_EQ(sessions.size(), 2U);
  EXPECT_EQ(sessions[0].front().bytes, 0U);
  EXPECT_EQ(sessions[0].front().rounds, 10'000U);
  EXPECT_EQ(largest(sessions[0]), 64U << 10U);
  EXPECT_GT(sessions[1].front().bytes, 64U << 10U);
  EXPECT_EQ(largest(sessions[1]), 16U << 20U);
  EXPECT_EQ(bare_legs({1e-6, 0.1e-9}, Effort::kQuick).size(), 1U) << "no large ones";
}

TEST(Plan, AProbeIsTheLineThroughItsTimes) {
  const std::vector<LegTimes> times{{0, 1}, {0, 20e-6}, {0, 20e-6 + 65536 * 8e-9}};
  const Probe probe = probe_of(times);
  EXPECT_EQ(probe.empty, 20e-6);
  EXPECT_NEAR(probe.per_byte, 8e-9, 1e-15);
}

}  // namespace
}  // namespace dps::calibration
