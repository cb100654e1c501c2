/// Linear least squares with non-negative unknowns, such as costs.
#pragma once

#include <span>
#include <vector>

namespace dps::statistics {

/// The sum of coefficients[i] * unknown[i] is `value`.
struct Equation {
  std::vector<double> coefficients;  ///< the same number in every equation
  double value = 0;
  double weight = 1;  ///< factor of the difference, before it is squared
};

struct Solution {
  std::vector<double> unknowns;  ///< non-negative; 0 if no equation determines it
  double squares = 0;            ///< sum of the squared weighted differences
};

/// Minimises the sum of the squared weighted differences.
/// Source: Lawson and Hanson, Solving Least Squares Problems, 23.3 (algorithm NNLS).
Solution solve(std::span<const Equation> equations);

}  // namespace dps::statistics
