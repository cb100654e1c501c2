#include "base/statistics/histogram.h"

#include <cmath>

#include <gtest/gtest.h>

namespace dps::statistics {
namespace {

Histogram histogram_of(const std::vector<std::uint64_t>& values) {
  Histogram histogram;
  for (const std::uint64_t value : values) {
    histogram.add(value);
  }
  return histogram;
}

TEST(Histogram, OfNothingHasNoFigures) {
  const Histogram none;
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.count(), 0U);
  EXPECT_EQ(none.min(), 0U);
  EXPECT_EQ(none.max(), 0U);
  EXPECT_EQ(none.quantile(kP50), 0U);
  EXPECT_TRUE(std::isnan(none.mean()));
}

TEST(Histogram, HasNearestRankQuantiles) {
  const Histogram of = histogram_of({10, 20, 30, 40});
  EXPECT_EQ(of.quantile(QuantileShare{0}), 10U);
  EXPECT_EQ(of.quantile(QuantileShare{250'000}), 10U);
  EXPECT_EQ(of.quantile(QuantileShare{250'001}), 20U);
  EXPECT_EQ(of.quantile(kP50), 20U);
  EXPECT_EQ(of.quantile(kP90), 40U);
  EXPECT_EQ(of.quantile(QuantileShare{kWholeShare}), 40U);
}

TEST(Histogram, HasExactCountMinimumMaximumAndMean) {
  const Histogram of = histogram_of({1'000'000'007, 3, 999'999'999'999, 3});
  EXPECT_EQ(of.count(), 4U);
  EXPECT_EQ(of.min(), 3U);
  EXPECT_EQ(of.max(), 999'999'999'999U);
  EXPECT_DOUBLE_EQ(of.mean(), (1'000'000'007.0 + 3 + 999'999'999'999.0 + 3) / 4);
}

TEST(Histogram, SumsWithoutOverflow) {
  constexpr std::uint64_t kLarge = std::uint64_t{1} << 63;
  EXPECT_DOUBLE_EQ(histogram_of({kLarge, kLarge, kLarge, kLarge}).mean(), 0x1p63);
}

/// Every bucket begins where the one before it ends, and is narrower than 1/64 of its values.
TEST(Histogram, BucketsAreAdjacentAndNarrow) {
  const std::uint32_t last = Histogram::bucket_of(std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(last, 3775U);
  for (std::uint32_t bucket = 0; bucket <= last; ++bucket) {
    const std::uint64_t least = Histogram::least_of(bucket);
    const std::uint64_t largest = Histogram::largest_of(bucket);
    ASSERT_EQ(Histogram::bucket_of(least), bucket);
    ASSERT_EQ(Histogram::bucket_of(largest), bucket);
    ASSERT_TRUE(bucket == last || Histogram::least_of(bucket + 1) == largest + 1);
    ASSERT_LE(largest - least, least / 64);
  }
}

TEST(Histogram, IsMadeOfItsPartsOnly) {
  const Histogram of = histogram_of({5, 300, 300, 70'000});
  const auto again = Histogram::of(of.parts());
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(*again, of);
  EXPECT_EQ(*Histogram::of({}), Histogram());
}

TEST(Histogram, RefusesPartsThatNoHistogramHas) {
  using Parts = Histogram::Parts;
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  const std::vector<std::pair<Parts, std::string>> table{
      {{1, 0, 0, {}}, "figures without a bucket"},
      {{5, 5, 10, {{5, 1}, {5, 1}}}, "bucket 5 is out of order or does not exist"},
      {{5, 5, 10, {{3776, 1}}}, "bucket 3776 is out of order or does not exist"},
      {{5, 5, 10, {{5, 0}}}, "bucket 5 has an impossible count"},
      {{5, 6, 10, {{5, kMost}, {6, 1}}}, "bucket 6 has an impossible count"},
      {{5, 7, 11, {{5, 1}, {6, 1}}}, "min and max are not in the first and the last bucket"},
      {{301, 300, 300, {{Histogram::bucket_of(300), 1}}},
       "min and max are not in the first and the last bucket"},
      {{5, 6, 9, {{5, 1}, {6, 1}}}, "the sum is not between count times min and count times max"},
  };
  for (const auto& [parts, message] : table) {
    const auto made = Histogram::of(parts);
    ASSERT_FALSE(made.has_value()) << message;
    EXPECT_EQ(made.error().message, message);
  }
}

}  // namespace
}  // namespace dps::statistics
