// product: a matrix times a vector.
// Source: dissertation on MPI data sheets, 2.1.9 and 4.3.9.
#include "arguments.h"
#include "block_matrix.h"
#include "dps_mpi.h"
#include "random_numbers.h"
#include "result.h"

namespace cowichan {
namespace {

constexpr double kStepsOfAProduct = 2;

BlockMatrix<double> compute(const World& world, const BlockMatrix<double>& matrix,
                            const BlockMatrix<double>& vector) {
  const std::vector<double> all = gather_for_all(vector);
  BlockMatrix<double> result(world, matrix.all_rows(), 1);
  for (std::int64_t i = 0; i < matrix.rows(); ++i) {
    double sum = 0;
    for (std::int64_t j = 0; j < matrix.columns(); ++j) {
      sum += matrix.row(i)[j] * all[static_cast<std::size_t>(j)];
    }
    *result.row(i) = sum;
  }
  dps_compute(kStepsOfAProduct * static_cast<double>(matrix.values().size()));
  MPI_Barrier(MPI_COMM_WORLD);
  return result;
}

/// Column by column.
Matrix<double> reference(const Matrix<double>& matrix, const Matrix<double>& vector) {
  Matrix<double> result(matrix.rows, 1);
  for (std::int64_t j = 0; j < matrix.columns; ++j) {
    for (std::int64_t i = 0; i < matrix.rows; ++i) {
      *result.row(i) += matrix.row(i)[j] * *vector.row(j);
    }
  }
  return result;
}

int run(int argc, char** argv) {
  Arguments arguments(5000, "Multiplies an n x n matrix with a vector of n numbers.");
  arguments.input_file("--input", "the matrix; default: random numbers", arguments.input);
  std::string vector_path;
  arguments.input_file("--vector", "the vector; default: random numbers", vector_path);
  const World world(&argc, &argv, "product");
  arguments.read(world, argc, argv);
  dps_phase("input");
  const auto real = [](RandomNumbers& random) { return random.next_real(); };
  const auto matrix = arguments.input.empty()
                          ? random_blocks(BlockMatrix<double>(world, arguments.n, arguments.n),
                                          arguments.seed, 0, real)
                          : read_blocks<double>(world, arguments.input);
  const std::int64_t n = matrix.columns();
  const auto vector =
      vector_path.empty()
          ? random_blocks(BlockMatrix<double>(world, n, 1), arguments.seed, n * n, real)
          : read_blocks<double>(world, vector_path, {.rows = n, .columns = 1});
  const auto whole = arguments.check ? gather(world, matrix) : Matrix<double>();
  const auto whole_vector = arguments.check ? gather(world, vector) : Matrix<double>();
  dps_phase("compute");
  const auto result = compute(world, matrix, vector);
  dps_phase("output");
  world.print(std::to_string(matrix.all_rows()) + " x " + std::to_string(n) +
              " matrix, product: " + summary(result));
  if (!arguments.output.empty()) {
    write_blocks(world, arguments.output, result);
  }
  return ending(world, arguments, is_right(world, arguments, "product", result, [&] {
                  return reference(whole, whole_vector);
                }));
}

}  // namespace
}  // namespace cowichan

int main(int argc, char** argv) {
  return cowichan::run(argc, argv);
}
