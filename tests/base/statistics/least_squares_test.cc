#include "base/statistics/least_squares.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace dps::statistics {
namespace {

TEST(LeastSquares, AnUnknownThatWouldBeNegativeIsZero) {
  // x + y = 1 and x = 2: without the constraint y = -1; with it y = 0, and x is the mean of 1
  // and 2.
  const std::vector<WeightedEquation> equations{{{1, 1}, 1, 1}, {{1, 0}, 2, 1}};
  const Solution found = solve(equations);
  EXPECT_NEAR(found.unknowns[0], 1.5, 1e-9);
  EXPECT_EQ(found.unknowns[1], 0);
  EXPECT_NEAR(found.squares, 0.5, 1e-9);
}

TEST(LeastSquares, AnUnknownWithoutAnEquationIsZero) {
  const std::vector<WeightedEquation> equations{{{2, 0}, 6, 1}};
  EXPECT_EQ(solve(equations).unknowns, (std::vector<double>{3, 0}));
  EXPECT_TRUE(solve({}).unknowns.empty());
}

/// A line through four points with different errors.
constexpr std::array<double, 4> kX{1, 2, 4, 7};
constexpr std::array<double, 4> kY{3.1, 4.9, 9.2, 14.8};
constexpr std::array<double, 4> kErrors{0.1, 0.2, 0.1, 0.4};

LeastSquares line() {
  std::vector<WeightedEquation> equations;
  for (std::size_t i = 0; i < kX.size(); ++i) {
    equations.push_back({{1, kX.at(i), 2 * kX.at(i) + 3}, kY.at(i), 1 / kErrors.at(i)});
  }
  LeastSquares squares(3);
  squares.add(equations);
  return squares;
}

/// Source: Numerical Recipes, 15.2, equations 15.2.6 and 15.2.9, without matrices.
TEST(LeastSquares, ALineHasTheCoefficientsAndErrorsOfTheClosedForm) {
  double s = 0;
  double sx = 0;
  double sy = 0;
  double sxx = 0;
  double sxy = 0;
  for (std::size_t i = 0; i < kX.size(); ++i) {
    const double weight = 1 / (kErrors.at(i) * kErrors.at(i));
    s += weight;
    sx += weight * kX.at(i);
    sy += weight * kY.at(i);
    sxx += weight * kX.at(i) * kX.at(i);
    sxy += weight * kX.at(i) * kY.at(i);
  }
  const double determinant = s * sxx - sx * sx;
  const double a = (sxx * sy - sx * sxy) / determinant;
  const double b = (s * sxy - sx * sy) / determinant;
  double squares = 0;
  for (std::size_t i = 0; i < kX.size(); ++i) {
    squares += std::pow((kY.at(i) - a - b * kX.at(i)) / kErrors.at(i), 2);
  }
  const LeastSquaresFit fit = line().fit(std::array<std::size_t, 2>{0, 1});
  EXPECT_NEAR(fit.unknowns[0], a, 1e-12);
  EXPECT_NEAR(fit.unknowns[1], b, 1e-12);
  EXPECT_NEAR(fit.error(0), std::sqrt(sxx / determinant), 1e-12);
  EXPECT_NEAR(fit.error(1), std::sqrt(s / determinant), 1e-12);
  EXPECT_NEAR(fit.correlation(0, 1), -sx / std::sqrt(s * sxx), 1e-12);
  EXPECT_NEAR(fit.squares, squares, 1e-9);
  EXPECT_EQ(fit.used(), 2U);
}

TEST(LeastSquares, ADependentColumnIsNotUsed) {
  const LeastSquaresFit both = line().fit(std::array<std::size_t, 2>{0, 1});
  const LeastSquaresFit three = line().fit(std::array<std::size_t, 3>{0, 1, 2});
  EXPECT_EQ(three.is_used, (std::vector<bool>{true, true, false}));
  EXPECT_EQ(three.unknowns[2], 0);
  EXPECT_EQ(three.error(2), 0);
  EXPECT_EQ(three.correlation(0, 2), 0);
  EXPECT_NEAR(three.unknowns[0], both.unknowns[0], 1e-12);
}

TEST(LeastSquares, ANegativeUnknownIsLeftOutAndTheOthersAreFittedAgain) {
  LeastSquares squares(2);
  const std::vector<WeightedEquation> equations{{{1, 1}, 1, 1}, {{1, 0}, 2, 1}};
  squares.add(equations);
  const LeastSquaresFit fit = squares.fit(std::array<std::size_t, 2>{1, 0});
  EXPECT_EQ(fit.is_used, (std::vector<bool>{false, true}));
  EXPECT_NEAR(fit.unknowns[1], 1.5, 1e-12);
  EXPECT_NEAR(fit.error(1), std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(fit.squares, 0.5, 1e-12);
}

TEST(LeastSquares, NoUnknownIsUsedIfAllValuesAreZeroOrNegative) {
  for (const double value : {0.0, -3.0}) {
    LeastSquares squares(2);
    const std::vector<WeightedEquation> equations{{{1, 2}, value, 1}, {{1, 0}, value, 1}};
    squares.add(equations);
    const LeastSquaresFit fit = squares.fit(std::array<std::size_t, 2>{0, 1});
    EXPECT_EQ(fit.used(), 0U);
    EXPECT_NEAR(fit.squares, 2 * value * value, 1e-12);
  }
}

TEST(LeastSquares, EquationsInManyStepsAreTheSameAsAllAtOnce) {
  std::vector<WeightedEquation> equations;
  for (int i = 0; i < 3000; ++i) {
    const double x = i % 97;
    equations.push_back({{1, x, x * x}, std::sin(i) + 2 + 3 * x + 0.5 * x * x, 1.0 / (1 + i % 5)});
  }
  LeastSquares whole(3);
  whole.add(equations);
  LeastSquares steps(3);
  for (const WeightedEquation& equation : equations) {
    steps.add(std::span(&equation, 1));
  }
  const std::array<std::size_t, 3> all{0, 1, 2};
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_NEAR(whole.fit(all).unknowns[i], steps.fit(all).unknowns[i], 1e-10);
  }
  EXPECT_NEAR(whole.fit(all).squares, steps.fit(all).squares, 1e-7);
}

}  // namespace
}  // namespace dps::statistics
