#include "base/statistics/goodness_of_fit.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/statistics/median_error.h"

namespace dps::statistics {
namespace {

/// For an even freedom, Q is a finite sum; for an odd one, erfc and a finite sum.
/// Source: Abramowitz and Stegun, 26.4.4 and 26.4.5.
double closed_form(double chi_squared, int freedom) {
  const double half = chi_squared / 2;
  if (freedom % 2 == 0) {
    double sum = 0;
    double term = 1;
    for (int i = 0; i < freedom / 2; ++i) {
      sum += term;
      term *= half / (i + 1);
    }
    return std::exp(-half) * sum;
  }
  double sum = std::erfc(std::sqrt(half));
  double term = std::exp(-half) * std::sqrt(half) / std::tgamma(1.5);
  for (int i = 1; i <= (freedom - 1) / 2; ++i) {
    sum += term;
    term *= half / (i + 0.5);
  }
  return sum;
}

TEST(GoodnessOfFit, IsTheClosedForm) {
  for (const int freedom : {1, 2, 3, 4, 5, 10, 39, 40, 120}) {
    for (const double chi_squared : {0.0, 0.3, 2.0, 34.05, 100.0}) {
      const auto quality = goodness_of_fit(chi_squared, static_cast<std::uint64_t>(freedom));
      ASSERT_TRUE(quality.has_value());
      EXPECT_NEAR(*quality, closed_form(chi_squared, freedom), 1e-12)
          << chi_squared << " with " << freedom;
    }
  }
}

TEST(GoodnessOfFit, IsUnknownWithoutFreedom) {
  EXPECT_FALSE(goodness_of_fit(0, 0).has_value());
}

TEST(GoodnessOfFit, IsZeroForAHopelessFit) {
  EXPECT_EQ(goodness_of_fit(1e300, 3), 0);
}

TEST(MedianError, OfFewValuesFollowsFromTheirStandardDeviation) {
  const std::vector<double> values{1, 2, 6};  // mean 3, variance (4 + 1 + 9) / 2 = 7
  EXPECT_EQ(median_of_sorted(values), 2);
  EXPECT_NEAR(median_error(values), std::sqrt(std::acos(-1.0) / 2 * 7 / 3), 1e-12);
  EXPECT_EQ(median_error(std::vector<double>{5}), 0);
}

TEST(MedianError, OfManyValuesIsADistanceOfOrderStatistics) {
  std::vector<double> values(100);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<double>(i * i);
  }
  // k = floor(50.5 - 2.5758293 * 5 + 0.5) = 38: the 38th and the 63rd value.
  EXPECT_NEAR(median_error(values), (62.0 * 62 - 37.0 * 37) / (2 * 2.5758293), 1e-9);
  // k = max(1, floor(4.5 - 3.64 + 0.5)) = 1: the range.
  EXPECT_NEAR(median_error(std::vector<double>{0, 1, 2, 3, 4, 5, 6, 14}), 14 / (2 * 2.5758293),
              1e-12);
}

}  // namespace
}  // namespace dps::statistics
