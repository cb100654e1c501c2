// vecdiff: the largest difference between two vectors, element by element.
// Source: dissertation on MPI data sheets, 2.1.14 and 4.3.14.
#include <algorithm>
#include <array>
#include <cmath>

#include "arguments.h"
#include "block_matrix.h"
#include "dps_mpi.h"
#include "random_numbers.h"
#include "result.h"

namespace cowichan {
namespace {

constexpr double kStepsOfAnElement = 1;

double compute(const BlockMatrix<double>& a, const BlockMatrix<double>& b) {
  std::array<double, 2> largest{};  // of a − b, and of b − a: the two numbers of 4.3.14
  for (std::int64_t i = 0; i < a.rows(); ++i) {
    const double difference = *a.row(i) - *b.row(i);
    largest[0] = std::max(largest[0], difference);
    largest[1] = std::max(largest[1], -difference);
  }
  dps_compute(kStepsOfAnElement * static_cast<double>(a.rows()));
  MPI_Allreduce(MPI_IN_PLACE, largest.data(), 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  return std::max(largest[0], largest[1]);
}

Matrix<double> reference(const Matrix<double>& a, const Matrix<double>& b) {
  Matrix<double> largest(1, 1);
  for (std::int64_t i = 0; i < a.rows; ++i) {
    largest.values[0] = std::max(largest.values[0], std::abs(*a.row(i) - *b.row(i)));
  }
  return largest;
}

int run(int argc, char** argv) {
  Arguments arguments(20'000'000, "Finds the largest difference of two vectors of n numbers.");
  arguments.input_file("--input", "the first vector; default: random numbers", arguments.input);
  std::string other;
  arguments.input_file("--other", "the second vector; default: random numbers", other);
  const World world(&argc, &argv, "vecdiff");
  arguments.read(world, argc, argv);
  dps_phase("input");
  const auto real = [](RandomNumbers& random) { return random.next_real(); };
  const auto a =
      arguments.input.empty()
          ? random_blocks(BlockMatrix<double>(world, arguments.n, 1), arguments.seed, 0, real)
          : read_blocks<double>(world, arguments.input, {.columns = 1});
  const std::int64_t n = a.all_rows();
  const auto b = other.empty()
                     ? random_blocks(BlockMatrix<double>(world, n, 1), arguments.seed, n, real)
                     : read_blocks<double>(world, other, {.rows = n, .columns = 1});
  const auto whole_a = arguments.check ? gather(world, a) : Matrix<double>();
  const auto whole_b = arguments.check ? gather(world, b) : Matrix<double>();
  dps_phase("compute");
  Matrix<double> largest(1, 1);
  largest.values[0] = compute(a, b);
  dps_phase("output");
  world.print(std::to_string(n) + " elements, largest difference " + shown(largest.values[0]));
  if (!arguments.output.empty()) {
    write_matrix(world, arguments.output, largest);
  }
  return ending(world, arguments, is_right(world, arguments, "largest difference", largest, [&] {
                  return reference(whole_a, whole_b);
                }));
}

}  // namespace
}  // namespace cowichan

int main(int argc, char** argv) {
  return cowichan::run(argc, argv);
}
