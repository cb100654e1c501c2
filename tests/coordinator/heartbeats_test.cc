#include "coordinator/agents/heartbeats.h"

#include <gtest/gtest.h>

namespace dps::coordinator {
namespace {

using std::chrono::seconds;
using Hosts = std::vector<std::uint32_t>;

constexpr TimePoint kStart{seconds(100)};
constexpr seconds kSilence{5};

TEST(Heartbeats, AHostIsSilentAfterTheTimeAndNotBefore) {
  Heartbeats heartbeats(2, kSilence);
  heartbeats.watch(0, kStart);
  EXPECT_EQ(heartbeats.silent(kStart + kSilence - std::chrono::nanoseconds(1)), Hosts{});
  EXPECT_EQ(heartbeats.silent(kStart + kSilence), Hosts{0});
  heartbeats.refresh(0, kStart + seconds(3));
  EXPECT_EQ(heartbeats.silent(kStart + seconds(7)), Hosts{});
  EXPECT_EQ(heartbeats.silent(kStart + seconds(8)), Hosts{0});
}

TEST(Heartbeats, OnlyHostsThatAreWatchedCanBeSilent) {
  Heartbeats heartbeats(3, kSilence);
  EXPECT_EQ(heartbeats.silent(kStart + seconds(1000)), Hosts{});
  heartbeats.watch(1, kStart);
  heartbeats.watch(2, kStart);
  heartbeats.refresh(0, kStart);  // does not start to watch the host
  heartbeats.forget(2);
  EXPECT_EQ(heartbeats.silent(kStart + seconds(1000)), Hosts{1});
}

TEST(Heartbeats, RefreshingAllRefreshesOnlyWatchedHosts) {
  Heartbeats heartbeats(2, kSilence);
  heartbeats.watch(0, kStart);
  heartbeats.refresh_all(kStart + seconds(100));
  EXPECT_EQ(heartbeats.silent(kStart + seconds(104)), Hosts{});
  EXPECT_EQ(heartbeats.silent(kStart + seconds(105)), Hosts{0});
}

TEST(Heartbeats, TheNextDeadlineIsThatOfTheHostHeardLongestAgo) {
  Heartbeats heartbeats(3, kSilence);
  EXPECT_EQ(heartbeats.next(), std::nullopt);
  heartbeats.watch(0, kStart + seconds(2));
  heartbeats.watch(1, kStart + seconds(1));
  heartbeats.watch(2, kStart + seconds(3));
  EXPECT_EQ(heartbeats.next(), kStart + seconds(1) + kSilence);
  heartbeats.forget(1);
  EXPECT_EQ(heartbeats.next(), kStart + seconds(2) + kSilence);
}

TEST(Heartbeats, AHostIsFreshForTheGivenTime) {
  Heartbeats heartbeats(2, kSilence);
  heartbeats.watch(0, kStart);
  EXPECT_TRUE(heartbeats.is_fresh(0, kStart + seconds(2), seconds(2)));
  EXPECT_FALSE(heartbeats.is_fresh(0, kStart + seconds(3), seconds(2)));
  EXPECT_FALSE(heartbeats.is_fresh(1, kStart, seconds(2))) << "not watched";
}

}  // namespace
}  // namespace dps::coordinator
