// mandel: the Mandelbrot set as a matrix of integers, the numbers of iterations.
// Source: dissertation on MPI data sheets, 2.1.1 and 4.3.1.
#include "arguments.h"
#include "block_matrix.h"
#include "dps_mpi.h"
#include "result.h"

namespace cowichan {
namespace {

constexpr int kMostIterations = 150;
constexpr double kStepsOfAnIteration = 8;

/// The number of iterations z ← z² + c with |z|² < 4 before each of them. Points are the centres of
/// n × n squares that cover −2.2 … 1 × −1.5 … 1.5.
int iterations_at(std::int64_t row, std::int64_t column, std::int64_t n) {
  const double x = -2.2 + 3.2 * (static_cast<double>(column) + 0.5) / static_cast<double>(n);
  const double y = -1.5 + 3.0 * (static_cast<double>(row) + 0.5) / static_cast<double>(n);
  double re = 0;
  double im = 0;
  int done = 0;
  while (done < kMostIterations && re * re + im * im < 4) {
    const double next = re * re - im * im + x;
    im = 2 * re * im + y;
    re = next;
    ++done;
  }
  return done;
}

void compute(BlockMatrix<std::int32_t>& counts) {
  MPI_Barrier(MPI_COMM_WORLD);
  const std::int64_t n = counts.columns();
  double iterations = 0;
  for (std::int64_t i = 0; i < counts.rows(); ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      counts.row(i)[j] = iterations_at(counts.first() + i, j, n);
      iterations += counts.row(i)[j];
    }
  }
  dps_compute(kStepsOfAnIteration * iterations);
}

Matrix<std::int32_t> reference(std::int64_t n) {
  Matrix<std::int32_t> counts(n, n);
  for (std::int64_t i = 0; i < n * n; ++i) {
    counts.values[static_cast<std::size_t>(i)] = iterations_at(i / n, i % n, n);
  }
  return counts;
}

int run(int argc, char** argv) {
  Arguments arguments(2000, "Counts the iterations of the n x n points of the Mandelbrot set.");
  const World world(&argc, &argv, "mandel");
  arguments.read(world, argc, argv);
  dps_phase("input");
  const std::int64_t n = arguments.n;
  BlockMatrix<std::int32_t> counts(world, n, n);
  dps_phase("compute");
  compute(counts);
  dps_phase("output");
  const std::string sum = summary(counts);
  world.print(std::to_string(n) + " x " + std::to_string(n) + " points, iterations: " + sum);
  if (!arguments.output.empty()) {
    write_blocks(world, arguments.output, counts);
  }
  return ending(world, arguments,
                is_right(world, arguments, "iterations", counts, [&] { return reference(n); }));
}

}  // namespace
}  // namespace cowichan

int main(int argc, char** argv) {
  return cowichan::run(argc, argv);
}
