#include "base/operations/sum_time.h"

#include <gtest/gtest.h>

#include "base/operations/operation_sum.h"

namespace dps::operations {
namespace {

ProcessorTimings with(const std::vector<std::pair<const char*, double>>& means) {
  ProcessorTimings timings;
  for (const auto& [name, mean] : means) {
    timings.means[*find_operation(name)] = mean;
  }
  return timings;
}

std::int64_t picoseconds(const std::string& sum, const ProcessorTimings& timings,
                         std::optional<double> loop = std::nullopt) {
  return time_of(*read_operation_sum(sum), loop, timings).value().count();
}

TEST(SumTime, IsTheSumOfCountsTimesMeans) {
  const auto timings = with({{"ila", 1.0e-7}, {"ils", 3.0e-8}, {"goto", 5.0e-9}});
  EXPECT_EQ(picoseconds("1000 * (4*ila + 2*ils + goto)", timings), 465'000'000);
  EXPECT_EQ(picoseconds("0*ila", timings), 0);
}

TEST(SumTime, IsTheNearestPicosecondAlsoOfLargeSums) {
  // 1.1e-9 is no double: a billion of the nearest one are 1.1 s and less than a picosecond.
  EXPECT_EQ(picoseconds("1e9*dlm", with({{"dlm", 1.1e-9}})), 1'100'000'000'000);
  EXPECT_EQ(picoseconds("dlm", with({{"dlm", 0.4e-12}})), 0);
  EXPECT_EQ(picoseconds("dlm", with({{"dlm", 0.6e-12}})), 1);
  // No double is this number of picoseconds.
  EXPECT_EQ(picoseconds("1000000*dlm + ila", with({{"dlm", 1.0}, {"ila", 1e-12}})),
            1'000'000'000'000'000'001);
}

TEST(SumTime, IsTheLargestTimeIfItIsOutOfRange) {
  EXPECT_EQ(picoseconds("1e8*dlm", with({{"dlm", 1.0}})), Picoseconds::max().count());
  EXPECT_EQ(picoseconds("1e308*dlm", with({{"dlm", 18.0}})), Picoseconds::max().count());
}

TEST(SumTime, IsDividedInLoopsThatAreInTheCache) {
  auto timings = with({{"dlm", 3.46e-7}});
  timings.cache_size = 100;
  timings.cached_speedup = 1.62;
  constexpr std::int64_t kCached = 213'580'247;  // 3.46e-4 / 1.62
  EXPECT_EQ(picoseconds("1000*dlm", timings), 346'000'000);
  EXPECT_EQ(picoseconds("1000*dlm", timings, 0), kCached);
  EXPECT_EQ(picoseconds("1000*dlm", timings, 100), kCached);
  EXPECT_EQ(picoseconds("1000*dlm", timings, 101), 346'000'000);
}

TEST(SumTime, NamesTheOperationsWithoutATime) {
  const auto time =
      time_of(*read_operation_sum("ila + 2*dlm + goto"), std::nullopt, with({{"dlm", 1e-9}}));
  ASSERT_FALSE(time);
  EXPECT_EQ(time.error(), (std::vector<std::string_view>{"goto", "ila"}));
}

}  // namespace
}  // namespace dps::operations
