/// Square integer matrices and their product.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// size*size cells, row by row.
using Cells = std::vector<std::int32_t>;

struct Matrices {
  Cells a;
  Cells b;
};

/// The two factors. They are the same in every run, and so small that the product cannot overflow.
Matrices fill_matrices(std::size_t size);

/// One cell of the product: the scalar product of a row of `a` and a column of `b`.
std::int32_t multiply_vectors(const Matrices& factors, std::size_t size, std::size_t row,
                              std::size_t column);

/// Formats the matrix with one line per row.
std::string format_matrix(const Cells& cells, std::size_t size);
