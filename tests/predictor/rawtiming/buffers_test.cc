#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "predictor/rawtiming/plan/buffer_needs.h"
#include "predictor/rawtiming/plan/pool.h"

namespace dps::rawtiming {
namespace {

TEST(BufferNeeds, AreThoseOfTheProcessThatNeedsMost) {
  struct Case {
    std::string_view function;
    BufferNeeds needs;
  };
  for (const Case& one : {Case{"pingpong", {10, 0}},
                          {"stream", {10, 640}},
                          {"barrier", {0, 0}},
                          {"bcast", {10, 0}},
                          {"reduce", {10, 10}},
                          {"gather", {10, 40}},
                          {"scatter", {40, 10}},
                          {"alltoall", {40, 40}},
                          {"alltoallv", {40, 40}},
                          {"alltoallw", {80, 80}},
                          {"reduce_scatter", {40, 10}},
                          {"iallgather2", {10, 40}},
                          {"ibcastoverlap", {10, 0}},
                          {"neighbor_alltoall", {40, 40}}}) {
    EXPECT_EQ(buffer_needs(one.function, 4, 10, 0), one.needs) << one.function;
  }
}

TEST(BufferNeeds, OfUnevenDataHaveTheLargestPart) {
  EXPECT_EQ(buffer_needs("gatherv", 4, 10, 0.5), (BufferNeeds{25, 40}));
}

RC_GTEST_PROP(UnevenCounts, HaveTheStatedUnevenness, ()) {
  const auto p = *rc::gen::inRange<std::uint64_t>(2, 40);
  const auto d = *rc::gen::inRange<std::uint64_t>(1, 100'000);
  const double uneven = *rc::gen::inRange(0, 101) / 100.0;
  const auto counts = uneven_counts(p, d, uneven);
  RC_ASSERT(counts.size() == p);
  RC_ASSERT(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) == p * d);
  double sum = 0;
  for (const std::uint64_t count : counts) {
    sum += std::abs(static_cast<double>(count) - static_cast<double>(d));
  }
  const auto all = static_cast<double>(p * d);
  const double found = sum / (2 * all * (1 - 1 / static_cast<double>(p)));
  RC_ASSERT(std::abs(found - uneven) <= 0.5 / static_cast<double>(d) + 1e-9);
}

TEST(Pool, BuffersOfATrialDoNotOverlapAndMoveOn) {
  Pool pool(64 << 10, false);
  const std::uint64_t room = room_of(1000) + room_of(3000);
  std::set<std::byte*> seen;
  for (int trial = 0; trial < 5; ++trial) {
    pool.begin_trial(room);
    std::byte* const first = pool.take(1000);
    std::byte* const second = pool.take(3000);
    EXPECT_GE(second - first, 1000 + 4096);
    EXPECT_TRUE(seen.insert(first).second && seen.insert(second).second) << trial;
  }
}

TEST(Pool, BeginsAgainAtItsEnd) {
  Pool pool(3 * room_of(64), false);
  std::vector<std::byte*> places;
  for (int trial = 0; trial < 4; ++trial) {
    pool.begin_trial(room_of(64));
    places.push_back(pool.take(64));
  }
  EXPECT_EQ(places[0], places[3]);
  EXPECT_EQ(std::set(places.begin(), places.end()).size(), 3U);
}

TEST(Pool, CachedBuffersStayWhereTheyAre) {
  Pool pool(1 << 20, true);
  pool.begin_trial(room_of(8));
  std::byte* const first = pool.take(8);
  pool.begin_trial(room_of(8));
  EXPECT_EQ(pool.take(8), first);
}

}  // namespace
}  // namespace dps::rawtiming
