// gauss: linear equations by elimination. In row after row, the rank that has it takes its largest
// number as the pivot; all ranks eliminate the pivot's column from their rows.
// Source: dissertation on MPI data sheets, 4.3.11 (in 2.1.11, all processes choose the pivot).
#include <algorithm>
#include <cmath>
#include <utility>

#include "arguments.h"
#include "block_matrix.h"
#include "dps_mpi.h"
#include "linear_system.h"
#include "result.h"

namespace cowichan {
namespace {

constexpr double kStepsOfAComparison = 2;  ///< to find a pivot
constexpr double kStepsOfAPivot = 4;
constexpr double kStepsOfANumber = 5;  ///< that is transformed

std::int64_t largest_column(const double* row, std::int64_t columns) {
  const auto is_less = [](double a, double b) { return std::abs(a) < std::abs(b); };
  return std::max_element(row, row + columns, is_less) - row;
}

/// Subtracts the pivot row times a factor, so that the number in the pivot's column becomes 0.
void eliminate(double* row, const std::vector<double>& pivot_row, std::int64_t column) {
  const double factor = row[column] / pivot_row[static_cast<std::size_t>(column)];
  for (std::size_t j = 0; j < pivot_row.size(); ++j) {
    row[j] -= factor * pivot_row[j];
  }
  row[column] = 0;
}

/// The matrix with the right sides as its last column. After elimination, each row has one number
/// other than 0, and its right side.
BlockMatrix<double> extended(const World& world, const LinearSystem& system) {
  const std::int64_t n = system.matrix.columns();
  BlockMatrix<double> rows(world, n, n + 1);
  for (std::int64_t i = 0; i < rows.rows(); ++i) {
    std::copy(system.matrix.row(i), system.matrix.row(i) + n, rows.row(i));
    rows.row(i)[n] = *system.right.row(i);
  }
  dps_compute(static_cast<double>(n));
  return rows;
}

/// The value of one unknown for each row, and which unknown it is.
struct Solution {
  BlockMatrix<double> values;
  std::vector<std::int64_t> columns;  ///< on all ranks; fewer than rows: the next one has no pivot
};

Solution compute(const World& world, const LinearSystem& system) {
  BlockMatrix<double> rows = extended(world, system);
  const std::int64_t n = rows.all_rows();
  Solution solution{BlockMatrix<double>(world, n, 1), {}};
  std::vector<double> pivot_row(static_cast<std::size_t>(n + 1));
  for (std::int64_t k = 0; k < n; ++k) {
    const int owner = rows.blocks().owner(k);
    if (owner == world.rank()) {
      const double* const row = rows.row(k - rows.first());
      std::copy(row, row + n + 1, pivot_row.begin());
      dps_compute(kStepsOfAComparison * static_cast<double>(n - k) + kStepsOfAPivot);
    }
    MPI_Bcast(pivot_row.data(), static_cast<int>(n + 1), MPI_DOUBLE, owner, MPI_COMM_WORLD);
    const std::int64_t column = largest_column(pivot_row.data(), n);
    if (pivot_row[static_cast<std::size_t>(column)] == 0) {
      return solution;
    }
    solution.columns.push_back(column);
    for (std::int64_t i = 0; i < rows.rows(); ++i) {
      if (rows.first() + i != k) {
        eliminate(rows.row(i), pivot_row, column);
      }
    }
    dps_compute(kStepsOfANumber * static_cast<double>(rows.rows() * n));
  }
  for (std::int64_t i = 0; i < rows.rows(); ++i) {
    const double* const row = rows.row(i);
    *solution.values.row(i) =
        row[n] / row[solution.columns[static_cast<std::size_t>(rows.first() + i)]];
  }
  return solution;
}

/// The unknowns in their order, on the root.
Matrix<double> unknowns(const World& world, const Solution& solution) {
  const Matrix<double> by_row = gather(world, solution.values);
  Matrix<double> ordered(by_row.rows, 1);
  for (std::int64_t k = 0; k < by_row.rows; ++k) {
    *ordered.row(solution.columns[static_cast<std::size_t>(k)]) = *by_row.row(k);
  }
  return ordered;
}

/// The textbook's way: pivots by columns, triangular form, and unknowns from the last one back.
Matrix<double> reference(Matrix<double> matrix, Matrix<double> right) {
  const std::int64_t n = matrix.rows;
  for (std::int64_t k = 0; k < n; ++k) {
    std::int64_t pivot = k;
    for (std::int64_t i = k; i < n; ++i) {
      pivot = std::abs(matrix.row(i)[k]) > std::abs(matrix.row(pivot)[k]) ? i : pivot;
    }
    std::swap_ranges(matrix.row(k), matrix.row(k) + n, matrix.row(pivot));
    std::swap(*right.row(k), *right.row(pivot));
    for (std::int64_t i = k + 1; i < n; ++i) {
      const double factor = matrix.row(i)[k] / matrix.row(k)[k];
      for (std::int64_t j = k; j < n; ++j) {
        matrix.row(i)[j] -= factor * matrix.row(k)[j];
      }
      *right.row(i) -= factor * *right.row(k);
    }
  }
  for (std::int64_t k = n - 1; k >= 0; --k) {
    for (std::int64_t j = k + 1; j < n; ++j) {
      *right.row(k) -= matrix.row(k)[j] * *right.row(j);
    }
    *right.row(k) /= matrix.row(k)[k];
  }
  return right;
}

int run(int argc, char** argv) {
  Arguments arguments(1500, "Solves n linear equations by elimination.");
  arguments.input_file("--input", "the matrix; default: random numbers", arguments.input);
  std::string vector_path;
  arguments.input_file("--vector", "the right sides; default: random numbers", vector_path);
  const World world(&argc, &argv, "gauss");
  arguments.read(world, argc, argv);
  dps_phase("input");
  const LinearSystem system = make_system(world, arguments, vector_path, arguments.n / 2);
  const auto matrix = arguments.check ? gather(world, system.matrix) : Matrix<double>();
  const auto right = arguments.check ? gather(world, system.right) : Matrix<double>();
  dps_phase("compute");
  const Solution solution = compute(world, system);
  dps_phase("output");
  if (const auto row = solution.columns.size();
      static_cast<std::int64_t>(row) < system.matrix.all_rows()) {
    world.fail("the equations have no single solution: row " + std::to_string(row) +
               " (from 0) follows from those before it");
  }
  world.print(std::to_string(system.matrix.all_rows()) +
              " equations, solution: " + summary(solution.values));
  const Matrix<double> ordered = unknowns(world, solution);
  if (!arguments.output.empty()) {
    write_matrix(world, arguments.output, ordered);
  }
  return ending(world, arguments, is_right(world, arguments, "solution", ordered, [&] {
                  return reference(matrix, right);
                }));
}

}  // namespace
}  // namespace cowichan

int main(int argc, char** argv) {
  return cowichan::run(argc, argv);
}
