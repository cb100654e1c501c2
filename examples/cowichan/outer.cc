// outer: the distances of points from one another and from the origin.
// Source: dissertation on MPI data sheets, 2.1.6 and 4.3.6.
#include <algorithm>
#include <cmath>

#include "arguments.h"
#include "block_matrix.h"
#include "dps_mpi.h"
#include "random_numbers.h"
#include "result.h"

namespace cowichan {
namespace {

constexpr double kStepsOfADistance = 50;

struct Distances {
  BlockMatrix<double> matrix;  ///< diagonally dominant: n times the largest distance
  BlockMatrix<double> from_origin;
};

double distance(const double* a, const double* b) {
  return std::sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]));
}

Distances compute(const World& world, const BlockMatrix<double>& points) {
  const std::vector<double> all = gather_for_all(points);
  const std::int64_t n = points.all_rows();
  Distances result{BlockMatrix<double>(world, n, n), BlockMatrix<double>(world, n, 1)};
  double largest = 0;
  constexpr std::array<double, 2> kOrigin{0, 0};
  for (std::int64_t i = 0; i < points.rows(); ++i) {
    double* const row = result.matrix.row(i);
    for (std::int64_t j = 0; j < n; ++j) {
      row[j] = distance(points.row(i), &all[static_cast<std::size_t>(2 * j)]);
      largest = std::max(largest, row[j]);
    }
    *result.from_origin.row(i) = distance(points.row(i), kOrigin.data());
  }
  dps_compute(kStepsOfADistance * static_cast<double>(points.rows() * (n + 1)));
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  for (std::int64_t i = 0; i < points.rows(); ++i) {
    result.matrix.row(i)[points.first() + i] = static_cast<double>(n) * largest;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  return result;
}

/// One triangle, and its mirror image.
Matrix<double> reference_matrix(const Matrix<double>& points) {
  const std::int64_t n = points.rows;
  Matrix<double> matrix(n, n);
  double largest = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < i; ++j) {
      matrix.row(i)[j] =
          std::hypot(points.row(i)[0] - points.row(j)[0], points.row(i)[1] - points.row(j)[1]);
      matrix.row(j)[i] = matrix.row(i)[j];
      largest = std::max(largest, matrix.row(i)[j]);
    }
  }
  for (std::int64_t i = 0; i < n; ++i) {
    matrix.row(i)[i] = largest * static_cast<double>(n);
  }
  return matrix;
}

Matrix<double> reference_from_origin(const Matrix<double>& points) {
  Matrix<double> distances(points.rows, 1);
  for (std::int64_t i = 0; i < points.rows; ++i) {
    *distances.row(i) = std::hypot(points.row(i)[0], points.row(i)[1]);
  }
  return distances;
}

int run(int argc, char** argv) {
  Arguments arguments(5000, "Computes the n x n distances of n points, and those from the origin.");
  arguments.input_file("--input", "the points; default: random ones", arguments.input);
  std::string from_origin;
  arguments.output_file("--distances", "write the distances from the origin", from_origin);
  const World world(&argc, &argv, "outer");
  arguments.read(world, argc, argv);
  dps_phase("input");
  const auto points =
      arguments.input.empty()
          ? random_blocks(BlockMatrix<double>(world, arguments.n, 2), arguments.seed, 0,
                          [](RandomNumbers& random) { return random.next_real(); })
          : read_blocks<double>(world, arguments.input, {.columns = 2});
  const auto whole = arguments.check ? gather(world, points) : Matrix<double>();
  dps_phase("compute");
  const Distances result = compute(world, points);
  dps_phase("output");
  const std::string of_matrix = summary(result.matrix);
  world.print(std::to_string(points.all_rows()) + " points, diagonal: " + of_matrix +
              ", from the origin: " + summary(result.from_origin));
  if (!arguments.output.empty()) {
    write_blocks(world, arguments.output, result.matrix);
  }
  if (!from_origin.empty()) {
    write_blocks(world, from_origin, result.from_origin);
  }
  const bool is_matrix_right = is_right(world, arguments, "distances", result.matrix,
                                        [&] { return reference_matrix(whole); });
  const bool is_vector_right =
      is_right(world, arguments, "distances from the origin", result.from_origin,
               [&] { return reference_from_origin(whole); });
  return ending(world, arguments, is_matrix_right && is_vector_right);
}

}  // namespace
}  // namespace cowichan

int main(int argc, char** argv) {
  return cowichan::run(argc, argv);
}
