/// Square integer matrices, and what the program computes with them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// Row after row, size*size cells.
using Cells = std::vector<std::int32_t>;

struct Matrices {
  Cells a;
  Cells b;
};

/// The two factors: the same on every call, small enough that no sum of products overflows.
Matrices fill_matrices(std::size_t size);

/// One cell of the product: a row of `a` times a column of `b`.
std::int32_t multiply_vectors(const Matrices& factors, std::size_t size, std::size_t row,
                              std::size_t column);

/// The matrix as text, a line per row.
std::string format_matrix(const Cells& cells, std::size_t size);
