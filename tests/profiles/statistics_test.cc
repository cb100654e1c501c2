#include "profiles/statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace dps::profiles {
namespace {

TEST(Statistics, HalfWidthUsesStudentsT) {
  // t(0.975) with 4 degrees of freedom is 2.7764451052; the deviation is sqrt(2.5).
  const std::vector<double> values = {5, 1, 4, 2, 3};
  const Statistics of = statistics_of(values);
  EXPECT_EQ(of.count, 5U);
  EXPECT_EQ(of.median, 3);
  EXPECT_EQ(of.min, 1);
  EXPECT_EQ(of.max, 5);
  EXPECT_EQ(of.mean, 3);
  ASSERT_TRUE(of.half_width.has_value());
  EXPECT_NEAR(*of.half_width, 2.7764451052 * 0.70710678119, 1e-9);
  EXPECT_NEAR(*error_percent(of), 100 * *of.half_width / 3, 1e-9);
}

TEST(Statistics, MedianOfAnEvenNumberIsTheMeanOfTwo) {
  const std::vector<double> values = {4, 1, 3, 10};
  EXPECT_EQ(statistics_of(values).median, 3.5);
}

TEST(Statistics, FewerThanTwoValuesHaveNoInterval) {
  const std::vector<double> one = {7};
  EXPECT_EQ(statistics_of(one).median, 7);
  EXPECT_FALSE(statistics_of(one).half_width.has_value());
  EXPECT_FALSE(error_percent(statistics_of(one)).has_value());
  EXPECT_EQ(statistics_of({}).count, 0U);
}

TEST(Statistics, EqualValuesHaveNoErrorFromTheRoundingOfTheirSum) {
  const std::vector<double> values(3, 0.1147);
  EXPECT_EQ(statistics_of(values).mean, 0.1147);
  EXPECT_EQ(*statistics_of(values).half_width, 0);
}

TEST(Statistics, AMeanOfZeroHasNoErrorInPercent) {
  const std::vector<double> zeros = {0, 0, 0};
  EXPECT_EQ(*statistics_of(zeros).half_width, 0);
  EXPECT_FALSE(error_percent(statistics_of(zeros)).has_value());
}

/// Returns true if Welch's test finds a difference between mean(b) and `ratio` times mean(a).
bool differs(const std::vector<double>& a, const std::vector<double>& b, double ratio) {
  std::vector<double> scaled = a;
  for (double& one : scaled) {
    one *= ratio;
  }
  const double difference = statistics_of(b).mean - statistics_of(scaled).mean;
  return std::abs(difference) > *difference_half_width(scaled, b);
}

std::vector<double> any_times() {
  return *rc::gen::container<std::vector<double>>(
      *rc::gen::inRange<std::size_t>(2, 8),
      rc::gen::map(rc::gen::inRange(1, 100), [](int one) { return static_cast<double>(one); }));
}

RC_GTEST_PROP(RatioInterval, EndsWhereWelchsTestFindsADifference, ()) {
  const std::vector<double> a = any_times();
  const std::vector<double> b = any_times();
  const auto interval = ratio_interval(a, b, kConfidence);
  RC_ASSERT(interval.has_value());
  const double ratio = statistics_of(b).mean / statistics_of(a).mean;
  RC_ASSERT((interval->low <= ratio * (1 + 1e-12) && ratio * (1 - 1e-12) <= interval->high));
  if (statistics_of(a).min == statistics_of(a).max &&
      statistics_of(b).min == statistics_of(b).max) {
    return;  // a point
  }
  if (interval->low > 0) {
    RC_ASSERT(differs(a, b, interval->low * (1 - 1e-9)));
  }
  if (std::isfinite(interval->high)) {
    RC_ASSERT(differs(a, b, interval->high * (1 + 1e-9)));
  }
  constexpr int kTried = 50;
  const double low = std::max(interval->low, ratio / 1e3);
  const double high = std::min(interval->high, ratio * 1e3);
  for (int i = 1; i < kTried; ++i) {
    RC_ASSERT(!differs(a, b, low * std::pow(high / low, i / static_cast<double>(kTried))));
  }
}

TEST(RatioInterval, OfExactMeansIsAPoint) {
  const std::vector<double> a = {2};
  const std::vector<double> b = {3, 3, 3};
  const auto interval = ratio_interval(a, b, kConfidence);
  ASSERT_TRUE(interval.has_value());
  EXPECT_DOUBLE_EQ(interval->low, 1.5);
  EXPECT_DOUBLE_EQ(interval->high, 1.5);
  EXPECT_FALSE(ratio_interval(a, std::vector<double>{3}, kConfidence));
  EXPECT_FALSE(ratio_interval(std::vector<double>{0, 0}, b, kConfidence));
}

TEST(RatioInterval, IsOpenIfTheDenominatorMayBeZero) {
  const std::vector<double> a = {0.01, 2};
  const std::vector<double> b = {1, 1.1};
  const auto interval = ratio_interval(a, b, kConfidence);
  ASSERT_TRUE(interval.has_value());
  EXPECT_TRUE(std::isinf(interval->high));
}

TEST(MedianIndex, IsTheLowerOfTwoAndTheFirstAmongEquals) {
  EXPECT_EQ(median_index(std::vector<double>{9}), 0U);
  EXPECT_EQ(median_index(std::vector<double>{9, 1}), 1U);
  EXPECT_EQ(median_index(std::vector<double>{5, 1, 9}), 0U);
  EXPECT_EQ(median_index(std::vector<double>{4, 1, 3, 10}), 2U);
  EXPECT_EQ(median_index(std::vector<double>{2, 7, 2, 2}), 0U);
}

RC_GTEST_PROP(Statistics, MeanAndMedianLieBetweenMinAndMax,
              (const std::vector<std::int32_t>& whole)) {
  RC_PRE(!whole.empty());
  const std::vector<double> values(whole.begin(), whole.end());
  const Statistics of = statistics_of(values);
  RC_ASSERT(of.min <= of.median && of.median <= of.max);
  RC_ASSERT(of.min <= of.mean && of.mean <= of.max);
  const double shown = values[median_index(values)];
  RC_ASSERT(shown <= of.median);
  RC_ASSERT(std::count_if(values.begin(), values.end(), [&](double v) { return v < shown; }) * 2 <
            static_cast<std::ptrdiff_t>(values.size()));
}

}  // namespace
}  // namespace dps::profiles
