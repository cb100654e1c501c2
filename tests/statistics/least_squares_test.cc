#include "statistics/least_squares.h"

#include <gtest/gtest.h>

namespace dps::statistics {
namespace {

TEST(LeastSquares, AnUnknownThatWouldBeNegativeIsZero) {
  // x + y = 1 and x = 2: without the constraint y = -1; with it y = 0, and x is the mean of 1
  // and 2.
  const std::vector<Equation> equations{{{1, 1}, 1, 1}, {{1, 0}, 2, 1}};
  const Solution found = solve(equations);
  EXPECT_NEAR(found.unknowns[0], 1.5, 1e-9);
  EXPECT_EQ(found.unknowns[1], 0);
  EXPECT_NEAR(found.squares, 0.5, 1e-9);
}

TEST(LeastSquares, AnUnknownWithoutAnEquationIsZero) {
  const std::vector<Equation> equations{{{2, 0}, 6, 1}};
  EXPECT_EQ(solve(equations).unknowns, (std::vector<double>{3, 0}));
  EXPECT_TRUE(solve({}).unknowns.empty());
}

}  // namespace
}  // namespace dps::statistics
