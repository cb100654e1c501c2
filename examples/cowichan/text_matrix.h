/// Matrices as text: the numbers of rows and columns, and then the rows, each in a line of its own.
/// A vector has one column, a vector of points two. Blanks and line breaks are alike for the
/// reader. The root reads and writes; the blocks are scattered and gathered.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "block_matrix.h"
#include "world.h"

namespace cowichan {

/// What a matrix must be.
struct Wanted {
  std::int64_t rows = 0;  ///< 0: any number
  std::int64_t columns = 0;
  bool is_square = false;
  bool may_be_empty = false;  ///< no rows, as winnow writes if the mask selects nothing
  double least = -std::numeric_limits<double>::max();  ///< of its numbers
  double most = std::numeric_limits<double>::max();
};

/// Reads a matrix on the root and scatters it. `T` is double or std::int32_t. A missing file, a
/// malformed text and numbers that are not wanted end the program with status 2: FILE:LINE: what
/// was expected. To be called by all ranks.
template <typename T>
BlockMatrix<T> read_blocks(const World& world, const std::string& path, const Wanted& wanted = {});

/// Gathers a matrix and writes it on the root. Errors end the program with status 2. To be called
/// by all ranks.
template <typename T>
void write_blocks(const World& world, const std::string& path, const BlockMatrix<T>& matrix);

/// Writes a matrix of the root.
template <typename T>
void write_matrix(const World& world, const std::string& path, const Matrix<T>& whole);

}  // namespace cowichan
