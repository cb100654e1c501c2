// randmat: a matrix of random integers, each of which follows from the one before.
// Source: dissertation on MPI data sheets, 2.1.2 and 4.3.2.
#include <cmath>

#include "arguments.h"
#include "block_matrix.h"
#include "dps_mpi.h"
#include "random_numbers.h"
#include "result.h"

namespace cowichan {
namespace {

constexpr double kStepsOfANumber = 10;
constexpr double kStepsOfAJump = 8;  ///< times the logarithm of the numbers that are left out

BlockMatrix<std::int32_t> compute(const World& world, std::int64_t n, std::uint32_t seed) {
  MPI_Barrier(MPI_COMM_WORLD);
  auto matrix = random_blocks(BlockMatrix<std::int32_t>(world, n, n), seed, 0,
                              [](RandomNumbers& random) { return random.next(); });
  const double left_out = static_cast<double>(matrix.first() * n);
  dps_compute(kStepsOfAJump * (left_out > 0 ? std::log2(left_out) : 0));
  dps_compute(kStepsOfANumber * static_cast<double>(matrix.values().size()));
  return matrix;
}

/// The numbers one by one, without a jump.
Matrix<std::int32_t> reference(std::int64_t n, std::uint32_t seed) {
  Matrix<std::int32_t> matrix(n, n);
  std::uint64_t state = seed;
  for (std::int32_t& value : matrix.values) {
    state = (1664525 * state + 1013904223) % (1ULL << 32U);
    value = static_cast<std::int32_t>(state >> 8U);
  }
  return matrix;
}

int run(int argc, char** argv) {
  Arguments arguments(8000, "Makes a matrix of n x n random numbers.");
  const World world(&argc, &argv, "randmat");
  arguments.read(world, argc, argv);
  dps_phase("input");
  const std::int64_t n = arguments.n;
  dps_phase("compute");
  const auto matrix = compute(world, n, arguments.seed);
  dps_phase("output");
  world.print(std::to_string(n) + " x " + std::to_string(n) + " numbers, " + summary(matrix));
  if (!arguments.output.empty()) {
    write_blocks(world, arguments.output, matrix);
  }
  return ending(world, arguments, is_right(world, arguments, "numbers", matrix, [&] {
                  return reference(n, arguments.seed);
                }));
}

}  // namespace
}  // namespace cowichan

int main(int argc, char** argv) {
  return cowichan::run(argc, argv);
}
