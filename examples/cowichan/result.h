/// The end of each program: its result is printed in a line, written and checked.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "arguments.h"
#include "block_matrix.h"
#include "text_matrix.h"
#include "world.h"

namespace cowichan {

inline constexpr double kTolerance = 1e-12;  ///< of reals: relative, absolute below 1

/// Integers are the same if they are equal.
template <typename T>
bool is_same(T a, T b) {
  if constexpr (std::is_same_v<T, double>) {
    return a == b || (std::isnan(a) && std::isnan(b)) ||
           std::abs(a - b) <= kTolerance * std::max(1.0, std::abs(b));
  } else {
    return a == b;
  }
}

/// Nine digits: less than the tolerance.
inline std::string shown(double value) {
  std::array<char, 40> text{};
  (void)std::snprintf(text.data(), text.size(), "%.9g", value);
  return text.data();
}

/// The first difference between two matrices; "" if they are equal.
template <typename T>
std::string difference(const Matrix<T>& result, const Matrix<T>& reference) {
  if (result.rows != reference.rows || result.columns != reference.columns) {
    return std::to_string(result.rows) + " rows instead of " + std::to_string(reference.rows);
  }
  for (std::int64_t i = 0; i < result.rows; ++i) {
    for (std::int64_t j = 0; j < result.columns; ++j) {
      if (!is_same(result.row(i)[j], reference.row(i)[j])) {
        return "row " + std::to_string(i) + ", column " + std::to_string(j) + " is " +
               std::to_string(result.row(i)[j]) + " instead of " +
               std::to_string(reference.row(i)[j]);
      }
    }
  }
  return "";
}

/// With --check, compares a result with `reference()`, a matrix that the root computes. `what`
/// names it for the message. Returns true on all ranks if they are the same. To be called by all
/// ranks.
template <typename T, typename Reference>
bool is_right(const World& world, const Arguments& arguments, const std::string& what,
              const Matrix<T>& result, Reference reference) {
  if (!arguments.check) {
    return true;
  }
  const std::string wrong =
      world.share(world.is_root() ? difference<T>(result, reference()) : std::string());
  if (!wrong.empty()) {
    world.print("check failed: " + what + ": " + wrong);
  }
  return wrong.empty();
}

template <typename T, typename Reference>
bool is_right(const World& world, const Arguments& arguments, const std::string& what,
              const BlockMatrix<T>& result, Reference reference) {
  return is_right(world, arguments, what, arguments.check ? gather(world, result) : Matrix<T>(),
                  reference);
}

/// The exit status of a program, after its last line.
inline int ending(const World& world, const Arguments& arguments, bool is_right) {
  if (arguments.check && is_right) {
    world.print("check passed");
  }
  return is_right ? 0 : 1;
}

/// The values in the line that a program prints: the sum of integers, the largest of
/// reals, which are the same for every number of ranks. To be called by all ranks; the root has the
/// text.
template <typename T>
std::string summary(const BlockMatrix<T>& matrix) {
  if constexpr (std::is_same_v<T, double>) {
    double largest = -std::numeric_limits<double>::infinity();
    for (const double value : matrix.values()) {
      largest = std::max(largest, value);
    }
    double of_all = largest;
    MPI_Reduce(&largest, &of_all, 1, MPI_DOUBLE, MPI_MAX, kRoot, MPI_COMM_WORLD);
    return matrix.all_rows() == 0 ? "none" : "largest " + shown(of_all);
  } else {
    const std::int64_t sum =
        std::accumulate(matrix.values().begin(), matrix.values().end(), std::int64_t{0});
    std::int64_t of_all = sum;
    MPI_Reduce(&sum, &of_all, 1, MPI_INT64_T, MPI_SUM, kRoot, MPI_COMM_WORLD);
    return "sum " + std::to_string(of_all);
  }
}

}  // namespace cowichan
