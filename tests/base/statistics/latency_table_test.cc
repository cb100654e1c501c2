#include "base/statistics/latency_table.h"

#include <array>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace dps::statistics {
namespace {

constexpr std::uint64_t kTicks = 1000;

Latencies taken_from(LatencyTable& table) {
  return table.take(
      kTicks, [](std::uint32_t mid) { return "m" + std::to_string(mid); },
      [](std::uint32_t line) { return "line " + std::to_string(line); });
}

/// Times are small, so that many of them are equal.
RC_GTEST_PROP(LatencyTable, HasTheTimesOfAllMessages, ()) {
  const auto small = rc::gen::inRange<std::uint64_t>(0, 3);
  const auto messages = *rc::gen::container<
      std::vector<std::tuple<int, std::uint64_t, std::uint64_t, std::uint64_t>>>(
      rc::gen::tuple(rc::gen::inRange(0, 2), small, small, small));
  LatencyTable table(2);
  std::array<MessageTimes, 2> expected;
  for (const auto& [mid, under_way, queued, kept] : messages) {
    table.add_message(static_cast<std::uint32_t>(mid), {under_way, queued, kept});
    expected.at(static_cast<std::size_t>(mid)).add(under_way, queued, kept);
  }
  Latencies all;
  all.ticks_per_second = kTicks;
  for (std::size_t mid = 0; mid < expected.size(); ++mid) {
    if (!expected.at(mid).total.empty()) {
      all.messages.push_back({"m" + std::to_string(mid), expected.at(mid)});
    }
  }
  RC_ASSERT(taken_from(table) == all);
}

RC_GTEST_PROP(LatencyTable, HasTheTimesOfAllFirings, (std::vector<bool> firings)) {
  LatencyTable table(0);
  const std::vector<PlannedFunctionality> plan{{5, 6}};
  const std::uint32_t first = table.add_plan(4, plan);
  Histogram expected;
  for (const bool is_long : firings) {
    table.add_firing(first, is_long ? 1000 : 0);
    expected.add(is_long ? 1000 : 0);
  }
  const Latencies taken = taken_from(table);
  RC_ASSERT(taken.functionalities.size() == (firings.empty() ? 0U : 1U));
  RC_ASSERT((firings.empty() || taken.functionalities[0] ==
                                    FunctionalityLatency{"line 4", "line 5", "line 6", expected}));
}

TEST(LatencyTable, MessagesOfUnknownSplitHaveATotalOnly) {
  LatencyTable table(1);
  table.add_message(0, {1, 2, 0});
  table.add_unsplit_message(0, 7, 3);
  const Latencies taken = taken_from(table);
  ASSERT_EQ(taken.messages.size(), 1U);
  EXPECT_EQ(taken.messages[0].times.total.count(), 2U);
  EXPECT_EQ(taken.messages[0].times.queued.count(), 1U);
  EXPECT_EQ(taken.messages[0].times.unknown.max(), 7U);
  EXPECT_EQ(taken.messages[0].times.total.max(), 10U);
  EXPECT_EQ(taken.messages[0].times.kept.count(), 2U);
}

TEST(LatencyTable, MessagesThatNobodyUsedAreCountedWithTheLongestWait) {
  LatencyTable table(2);
  table.add_unclaimed(1, 2, 50);
  table.add_unclaimed(1, 1, 20);
  const Latencies taken = taken_from(table);
  ASSERT_EQ(taken.messages.size(), 1U);
  EXPECT_EQ(taken.messages[0].mtag, "m1");
  EXPECT_TRUE(taken.messages[0].times.total.empty());
  EXPECT_EQ(taken.messages[0].times.unclaimed, (UnclaimedMessages{3, 50}));
}

}  // namespace
}  // namespace dps::statistics
