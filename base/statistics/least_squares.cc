#include "base/statistics/least_squares.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Dense>

#include "base/check.h"

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

/// Scales the columns.
System scaled(MatrixXd a, VectorXd b) {
  System system{std::move(a), std::move(b), {}};
  system.scale = VectorXd(system.a.cols());
  for (Index column = 0; column < system.a.cols(); ++column) {
    const double length = system.a.col(column).norm();
    system.scale(column) = length > 0 ? 1 / length : 0;
    system.a.col(column) *= system.scale(column);
  }
  return system;
}

System system_of(std::span<const WeightedEquation> equations) {
  const auto rows = static_cast<Index>(equations.size());
  const auto columns =
      rows == 0 ? Index{0} : static_cast<Index>(equations.front().coefficients.size());
  MatrixXd a(rows, columns);
  VectorXd b(rows);
  for (Index row = 0; row < rows; ++row) {
    const WeightedEquation& equation = equations[static_cast<std::size_t>(row)];
    for (Index column = 0; column < columns; ++column) {
      a(row, column) = equation.weight * equation.coefficients[static_cast<std::size_t>(column)];
    }
    b(row) = equation.weight * equation.value;
  }
  return scaled(std::move(a), std::move(b));
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
  if (columns.empty()) {
    return all;
  }
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

/// The non-negative solution, in units of the scaled columns.
VectorXd non_negative(const System& system) {
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
  return x;
}

/// A square matrix that is stored by rows.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The positions, in `a`, of the columns that do not depend on those before them. The columns have
/// length 1, or 0.
std::vector<Index> independent_columns(const MatrixXd& a) {
  constexpr double kLeastOwnPart = 1e-9;
  std::vector<Index> kept;
  MatrixXd basis(a.rows(), a.cols());  // the first columns are orthonormal
  for (Index column = 0; column < a.cols(); ++column) {
    VectorXd own = a.col(column);
    for (int pass = 0; pass < 2; ++pass) {  // the second removes the rounding errors of the first
      for (std::size_t i = 0; i < kept.size(); ++i) {
        const auto known = basis.col(static_cast<Index>(i));
        own -= known.dot(own) * known;
      }
    }
    if (own.norm() > kLeastOwnPart) {
      basis.col(static_cast<Index>(kept.size())) = own.normalized();
      kept.push_back(column);
    }
  }
  return kept;
}

/// The inverse of A'A for columns that are independent.
MatrixXd inverse_of_normal(const MatrixXd& a) {
  const Eigen::HouseholderQR<MatrixXd> decomposition(a);
  const MatrixXd r =
      decomposition.matrixQR().topRows(a.cols()).template triangularView<Eigen::Upper>();
  const MatrixXd inverse =
      r.triangularView<Eigen::Upper>().solve(MatrixXd::Identity(a.cols(), a.cols()));
  return inverse * inverse.transpose();
}

/// The unknowns whose terms are more than rounding errors of the values.
std::vector<Index> significant(const VectorXd& x, double length) {
  constexpr double kRounding = 1e-12;
  std::vector<Index> found;
  for (Index i = 0; i < x.size(); ++i) {
    if (x(i) > kRounding * length) {
      found.push_back(i);
    }
  }
  return found;
}

}  // namespace

Solution solve(std::span<const WeightedEquation> equations) {
  const System system = system_of(equations);
  const VectorXd x = non_negative(system);
  Solution solution;
  solution.squares = (system.b - system.a * x).squaredNorm();
  const VectorXd unknowns = x.cwiseProduct(system.scale);
  solution.unknowns.assign(unknowns.begin(), unknowns.end());
  return solution;
}

std::size_t LeastSquaresFit::used() const {
  return static_cast<std::size_t>(std::count(is_used.begin(), is_used.end(), true));
}

double LeastSquaresFit::error(std::size_t unknown) const {
  return std::sqrt(covariance[unknown * unknowns.size() + unknown]);
}

double LeastSquaresFit::correlation(std::size_t one, std::size_t other) const {
  const double errors = error(one) * error(other);
  const double between = covariance[one * unknowns.size() + other];
  return errors > 0 ? std::clamp(between / errors, -1.0, 1.0) : 0;
}

LeastSquares::LeastSquares(std::size_t unknowns)
    : unknowns_(unknowns), triangle_((unknowns + 1) * (unknowns + 1), 0.0) {}

void LeastSquares::add(std::span<const WeightedEquation> equations) {
  constexpr std::size_t kRowsAtOnce = 1024;
  const auto size = static_cast<Index>(unknowns_ + 1);
  Eigen::Map<RowMatrix> triangle(triangle_.data(), size, size);
  while (!equations.empty()) {
    const auto block = equations.first(std::min(kRowsAtOnce, equations.size()));
    equations = equations.subspan(block.size());
    MatrixXd rows(size + static_cast<Index>(block.size()), size);
    rows.topRows(size) = triangle;
    for (std::size_t i = 0; i < block.size(); ++i) {
      const WeightedEquation& equation = block[i];
      DPS_CHECK(equation.coefficients.size() == unknowns_);
      const auto row = size + static_cast<Index>(i);
      for (Index column = 0; column + 1 < size; ++column) {
        rows(row, column) =
            equation.weight * equation.coefficients[static_cast<std::size_t>(column)];
      }
      rows(row, size - 1) = equation.weight * equation.value;
    }
    const Eigen::HouseholderQR<MatrixXd> decomposition(rows);
    triangle =
        MatrixXd(decomposition.matrixQR().topRows(size).template triangularView<Eigen::Upper>());
  }
}

LeastSquaresFit LeastSquares::fit(std::span<const std::size_t> unknowns) const {
  const auto size = static_cast<Index>(unknowns_ + 1);
  const Eigen::Map<const RowMatrix> triangle(triangle_.data(), size, size);
  MatrixXd wanted(size, static_cast<Index>(unknowns.size()));
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    wanted.col(static_cast<Index>(i)) = triangle.col(static_cast<Index>(unknowns[i]));
  }
  const System all = scaled(std::move(wanted), triangle.col(size - 1));
  const std::vector<Index> kept = independent_columns(all.a);
  const System system{all.a(Eigen::all, kept), all.b, all.scale(kept)};
  const std::vector<Index> used = significant(non_negative(system), system.b.norm());
  if (used.empty()) {
    return {std::vector<double>(unknowns.size(), 0.0), std::vector<bool>(unknowns.size(), false),
            std::vector<double>(unknowns.size() * unknowns.size(), 0.0), system.b.squaredNorm()};
  }
  const MatrixXd columns = system.a(Eigen::all, used);
  const VectorXd x = columns.colPivHouseholderQr().solve(system.b);
  const MatrixXd covariance = inverse_of_normal(columns);

  LeastSquaresFit fit{std::vector<double>(unknowns.size(), 0.0),
                      std::vector<bool>(unknowns.size(), false),
                      std::vector<double>(unknowns.size() * unknowns.size(), 0.0),
                      (system.b - columns * x).squaredNorm()};
  for (std::size_t i = 0; i < used.size(); ++i) {
    const auto row = static_cast<std::size_t>(kept[static_cast<std::size_t>(used[i])]);
    const double scale = system.scale(used[i]);
    fit.unknowns[row] = x(static_cast<Index>(i)) * scale;
    fit.is_used[row] = true;
    for (std::size_t k = 0; k < used.size(); ++k) {
      const auto column = static_cast<std::size_t>(kept[static_cast<std::size_t>(used[k])]);
      fit.covariance[row * unknowns.size() + column] =
          covariance(static_cast<Index>(i), static_cast<Index>(k)) * scale * system.scale(used[k]);
    }
  }
  return fit;
}

}  // namespace dps::statistics
