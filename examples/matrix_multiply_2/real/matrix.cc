#include "matrix.h"

#include <cstdio>

Matrices fill_matrices(std::size_t size) {
  Matrices factors{Cells(size * size), Cells(size * size)};
  for (std::size_t cell = 0; cell < size * size; ++cell) {
    factors.a[cell] = static_cast<std::int32_t>(cell % 11) - 5;
    factors.b[cell] = static_cast<std::int32_t>(cell % 7) - 3;
  }
  return factors;
}

std::int32_t multiply_vectors(const Matrices& factors, std::size_t size, std::size_t row,
                              std::size_t column) {
  std::int32_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    value += factors.a[row * size + i] * factors.b[i * size + column];
  }
  return value;
}

std::string format_matrix(const Cells& cells, std::size_t size) {
  std::string text;
  char number[16];
  for (std::size_t cell = 0; cell < size * size; ++cell) {
    std::snprintf(number, sizeof number, "%d", cells[cell]);
    text += number;
    text += (cell + 1) % size == 0 ? '\n' : ' ';
  }
  return text;
}
