#include "statistics/least_squares.h"

#include <algorithm>
#include <limits>

#include <Eigen/Dense>

namespace dps::statistics {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The weighted equations as a matrix whose columns are scaled to length 1: the unknowns differ by
/// many orders of magnitude. A solution is multiplied by `scale`.
struct System {
  MatrixXd a;
  VectorXd b;
  VectorXd scale;
};

System system_of(std::span<const Equation> equations) {
  const auto rows = static_cast<Index>(equations.size());
  const auto columns =
      rows == 0 ? Index{0} : static_cast<Index>(equations.front().coefficients.size());
  System system{MatrixXd(rows, columns), VectorXd(rows), VectorXd(columns)};
  for (Index row = 0; row < rows; ++row) {
    const Equation& equation = equations[static_cast<std::size_t>(row)];
    for (Index column = 0; column < columns; ++column) {
      system.a(row, column) =
          equation.weight * equation.coefficients[static_cast<std::size_t>(column)];
    }
    system.b(row) = equation.weight * equation.value;
  }
  for (Index column = 0; column < columns; ++column) {
    const double length = system.a.col(column).norm();
    system.scale(column) = length > 0 ? 1 / length : 0;
    system.a.col(column) *= system.scale(column);
  }
  return system;
}

/// The least-squares solution for the unknowns that are free; the others are 0.
VectorXd solve_free(const System& system, const std::vector<bool>& is_free) {
  std::vector<Index> columns;
  for (std::size_t i = 0; i < is_free.size(); ++i) {
    if (is_free[i]) {
      columns.push_back(static_cast<Index>(i));
    }
  }
  VectorXd all = VectorXd::Zero(static_cast<Index>(is_free.size()));
  const VectorXd found = system.a(Eigen::all, columns).colPivHouseholderQr().solve(system.b);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    all(columns[i]) = found(static_cast<Index>(i));
  }
  return all;
}

/// Moves `x` towards `wanted` until an unknown would become negative. Unknowns that become 0 are no
/// longer free. Returns false if it reached `wanted`.
bool step_back(VectorXd& x, const VectorXd& wanted, std::vector<bool>& is_free) {
  double share = 1;
  for (Index i = 0; i < x.size(); ++i) {
    if (is_free[static_cast<std::size_t>(i)] && wanted(i) <= 0) {
      share = std::min(share, x(i) / (x(i) - wanted(i)));
    }
  }
  const bool is_short = std::any_of(wanted.begin(), wanted.end(), [](double v) { return v < 0; });
  if (!is_short) {
    x = wanted;
    return false;
  }
  x += share * (wanted - x);
  constexpr double kNothing = 1e-14;
  for (Index i = 0; i < x.size(); ++i) {
    if (x(i) <= kNothing) {
      x(i) = 0;
      is_free[static_cast<std::size_t>(i)] = false;
    }
  }
  return true;
}

}  // namespace

Solution solve(std::span<const Equation> equations) {
  const System system = system_of(equations);
  const Index count = system.a.cols();
  VectorXd x = VectorXd::Zero(count);
  std::vector<bool> is_free(static_cast<std::size_t>(count), false);
  const double small = 1e-10 * (1 + system.b.norm());
  for (Index rounds = 0; rounds < 10 * count; ++rounds) {
    const VectorXd gain = system.a.transpose() * (system.b - system.a * x);
    Index best = -1;
    for (Index i = 0; i < count; ++i) {
      if (!is_free[static_cast<std::size_t>(i)] && gain(i) > small &&
          (best < 0 || gain(i) > gain(best))) {
        best = i;
      }
    }
    if (best < 0) {
      break;
    }
    is_free[static_cast<std::size_t>(best)] = true;
    while (step_back(x, solve_free(system, is_free), is_free)) {
    }
  }
  Solution solution;
  solution.squares = (system.b - system.a * x).squaredNorm();
  const VectorXd unknowns = x.cwiseProduct(system.scale);
  solution.unknowns.assign(unknowns.begin(), unknowns.end());
  return solution;
}

}  // namespace dps::statistics
