/// Linear least squares whose unknowns are costs, and so not negative.
#pragma once

#include <span>
#include <vector>

namespace dps::statistics {

/// sum of coefficients[i] * unknown[i] = value.
struct Equation {
  std::vector<double> coefficients;  ///< as many in every equation
  double value = 0;
  double weight = 1;  ///< how much its difference counts; that is squared with it
};

struct Solution {
  std::vector<double> unknowns;  ///< none is negative; one that no equation tells of is 0
  double squares = 0;            ///< of the weighted differences, their sum
};

/// Source: Lawson and Hanson, Solving Least Squares Problems, 23.3 (algorithm NNLS).
Solution solve(std::span<const Equation> equations);

}  // namespace dps::statistics
