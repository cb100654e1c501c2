/// The input of sor and gauss: a matrix and the right sides of as many linear equations.
#pragma once

#include <cstdint>
#include <string>

#include "arguments.h"
#include "block_matrix.h"
#include "random_numbers.h"
#include "text_matrix.h"
#include "world.h"

namespace cowichan {

struct LinearSystem {
  BlockMatrix<double> matrix;
  BlockMatrix<double> right;  ///< a vector
};

/// Reads the matrix of --input and the vector in `vector_path`; without them, both are random. Then
/// row i has a number that is larger than all others of the row together, `shift` columns right of
/// the diagonal.
inline LinearSystem make_system(const World& world, const Arguments& arguments,
                                const std::string& vector_path, std::int64_t shift) {
  const auto real = [](RandomNumbers& random) { return random.next_real(); };
  const auto make_matrix = [&] {
    const std::int64_t n = arguments.n;
    auto matrix = random_blocks(BlockMatrix<double>(world, n, n), arguments.seed, 0, real);
    for (std::int64_t i = 0; i < matrix.rows(); ++i) {
      matrix.row(i)[(matrix.first() + i + shift) % n] += static_cast<double>(n);
    }
    return matrix;
  };
  auto matrix = arguments.input.empty()
                    ? make_matrix()
                    : read_blocks<double>(world, arguments.input, {.is_square = true});
  const std::int64_t n = matrix.columns();
  auto right = vector_path.empty()
                   ? random_blocks(BlockMatrix<double>(world, n, 1), arguments.seed, n * n, real)
                   : read_blocks<double>(world, vector_path, {.rows = n, .columns = 1});
  return {std::move(matrix), std::move(right)};
}

}  // namespace cowichan
