// sor: linear equations by successive over-relaxation. A rank uses the new values of its own block
// and the old ones of other ranks, so the numbers of an iteration depend on the number of ranks.
// Source: dissertation on MPI data sheets, 2.1.10 and 4.3.10.
#include <algorithm>
#include <cmath>

#include "arguments.h"
#include "block_matrix.h"
#include "dps_mpi.h"
#include "linear_system.h"
#include "result.h"

namespace cowichan {
namespace {

constexpr double kStepsOfAProduct = 2;
constexpr double kStepsOfARow = 8;
constexpr double kRelaxation = 0.9;
constexpr double kLeastChange = 1e-6;

/// The change of one value: row i of the matrix, and all values.
double change_of(const double* row, std::int64_t i, double right,
                 const std::vector<double>& values) {
  double sum = 0;
  for (std::size_t j = 0; j < values.size(); ++j) {
    sum += row[j] * values[j];
  }
  return kRelaxation * (right - sum) / row[i];
}

struct Solution {
  BlockMatrix<double> values;
  std::int64_t iterations = 0;
  bool is_converged = false;
};

Solution compute(const World& world, const LinearSystem& system, std::int64_t most_iterations) {
  const BlockMatrix<double>& matrix = system.matrix;
  Solution solution{BlockMatrix<double>(world, matrix.all_rows(), 1)};
  const std::vector<double> right = gather_for_all(system.right);
  std::vector<double> values = gather_for_all(solution.values);  // 0 at first
  while (solution.iterations < most_iterations && !solution.is_converged) {
    double largest = 0;
    for (std::int64_t i = 0; i < matrix.rows(); ++i) {
      const std::int64_t row = matrix.first() + i;
      const auto at = static_cast<std::size_t>(row);
      const double change = change_of(matrix.row(i), row, right[at], values);
      values[at] += change;
      *solution.values.row(i) = values[at];
      largest = std::max(largest, std::abs(change));
    }
    dps_compute(kStepsOfAProduct * static_cast<double>(matrix.values().size()) +
                kStepsOfARow * static_cast<double>(matrix.rows()));
    values = gather_for_all(solution.values);
    MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    ++solution.iterations;
    solution.is_converged = largest < kLeastChange;
  }
  return solution;
}

/// With the same blocks, one after the other.
Matrix<double> reference(const Matrix<double>& matrix, const Matrix<double>& right, int ranks,
                         std::int64_t most_iterations) {
  const Blocks blocks{matrix.rows, ranks};
  std::vector<double> old(right.values.size());
  std::vector<double> next = old;
  double largest = kLeastChange;
  for (std::int64_t k = 0; k < most_iterations && largest >= kLeastChange; ++k) {
    largest = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      std::vector<double> seen = old;
      for (std::int64_t i = blocks.begin(rank); i < blocks.begin(rank + 1); ++i) {
        const auto at = static_cast<std::size_t>(i);
        const double change = change_of(matrix.row(i), i, *right.row(i), seen);
        seen[at] += change;
        next[at] = seen[at];
        largest = std::max(largest, std::abs(change));
      }
    }
    old = next;
  }
  Matrix<double> values(matrix.rows, 1);
  values.values = old;
  return values;
}

/// Ends the program if a row has 0 on the diagonal, by which it would divide.
void check_diagonal(const World& world, const BlockMatrix<double>& matrix) {
  std::int64_t row = matrix.all_rows();
  for (std::int64_t i = matrix.rows() - 1; i >= 0; --i) {
    row = matrix.row(i)[matrix.first() + i] == 0 ? matrix.first() + i : row;
  }
  MPI_Allreduce(MPI_IN_PLACE, &row, 1, MPI_INT64_T, MPI_MIN, MPI_COMM_WORLD);
  if (row < matrix.all_rows()) {
    world.fail("row " + std::to_string(row) + " (from 0) has 0 on the diagonal; exchange rows");
  }
}

int run(int argc, char** argv) {
  Arguments arguments(4000, "Solves n linear equations by successive over-relaxation.");
  arguments.input_file("--input", "the matrix; default: random, diagonally dominant",
                       arguments.input);
  std::string vector_path;
  arguments.input_file("--vector", "the right sides; default: random numbers", vector_path);
  std::int64_t iterations = 1000;
  arguments.number("--iterations", "at most so many (default 1000)", iterations);
  const World world(&argc, &argv, "sor");
  arguments.read(world, argc, argv);
  dps_phase("input");
  const LinearSystem system = make_system(world, arguments, vector_path, 0);
  check_diagonal(world, system.matrix);
  const auto matrix = arguments.check ? gather(world, system.matrix) : Matrix<double>();
  const auto right = arguments.check ? gather(world, system.right) : Matrix<double>();
  dps_phase("compute");
  const Solution solution = compute(world, system, iterations);
  dps_phase("output");
  world.print(std::to_string(system.matrix.all_rows()) + " equations, " +
              std::to_string(solution.iterations) + " iterations" +
              (solution.is_converged ? "" : ", not converged") +
              ", solution: " + summary(solution.values));
  if (!arguments.output.empty()) {
    write_blocks(world, arguments.output, solution.values);
  }
  return ending(world, arguments, is_right(world, arguments, "solution", solution.values, [&] {
                  return reference(matrix, right, world.size(), iterations);
                }));
}

}  // namespace
}  // namespace cowichan

int main(int argc, char** argv) {
  return cowichan::run(argc, argv);
}
