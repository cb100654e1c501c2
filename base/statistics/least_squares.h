/// Linear least squares with non-negative unknowns, such as costs.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace dps::statistics {

/// The sum of coefficients[i] * unknown[i] is `value`.
struct WeightedEquation {
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
Solution solve(std::span<const WeightedEquation> equations);

/// A solution for some unknowns, with the covariances of those that are used.
struct LeastSquaresFit {
  /// Values of the requested unknowns, in the order requested; non-negative, and 0 if unused.
  std::vector<double> unknowns;
  /// An unknown is unused if its best value would be negative, or if the column of the unknown is a
  /// linear combination of those before it.
  std::vector<bool> is_used;
  /// The elements of the inverse of A'A, where A has the weighted columns of the unknowns that are
  /// used; by rows, 0 for the others. They are variances and covariances if the weights are the
  /// reciprocals of standard errors.
  std::vector<double> covariance;
  double squares = 0;  ///< sum of the squared weighted differences

  /// The number of unknowns that are used.
  [[nodiscard]] std::size_t used() const;
  /// The square root of a variance.
  [[nodiscard]] double error(std::size_t unknown) const;
  /// 0 for an unknown that is not used.
  [[nodiscard]] double correlation(std::size_t one, std::size_t other) const;
};

/// Equations that are solved for several choices of their unknowns. They are kept as the triangle
/// of a QR decomposition, so that the time of a fit does not depend on their number.
class LeastSquares {
 public:
  /// `unknowns`: the number of coefficients of each equation.
  explicit LeastSquares(std::size_t unknowns);

  /// Adds equations. The result is most accurate if those with the largest coefficients come first.
  void add(std::span<const WeightedEquation> equations);

  /// Minimises the sum of the squared weighted differences using only these unknowns (no
  /// duplicates); the others are 0. Source: see solve(); a column depends on others if less than
  /// 10^-9 of its length is orthogonal to them.
  [[nodiscard]] LeastSquaresFit fit(std::span<const std::size_t> unknowns) const;

 private:
  std::size_t unknowns_;
  std::vector<double> triangle_;  // (unknowns + 1) squared, by rows; the last column has the values
};

}  // namespace dps::statistics
