/// Matrices and vectors whose rows are distributed over the ranks. A vector is a matrix with one
/// column, a vector of points one with two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include <mpi.h>

#include "blocks.h"
#include "world.h"

namespace cowichan {

template <typename T>
MPI_Datatype mpi_type() {
  if constexpr (std::is_same_v<T, double>) {
    return MPI_DOUBLE;
  } else if constexpr (std::is_same_v<T, std::int32_t>) {
    return MPI_INT32_T;
  } else {
    static_assert(std::is_same_v<T, std::int64_t>);
    return MPI_INT64_T;
  }
}

/// A whole matrix, row by row. On ranks that have none of it, `values` is empty.
template <typename T>
struct Matrix {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<T> values;

  Matrix() = default;
  Matrix(std::int64_t row_count, std::int64_t column_count)
      : rows(row_count),
        columns(column_count),
        values(static_cast<std::size_t>(row_count * column_count)) {}

  [[nodiscard]] T* row(std::int64_t i) { return values.data() + i * columns; }
  [[nodiscard]] const T* row(std::int64_t i) const { return values.data() + i * columns; }
};

/// The rows of one rank. Rows count from 0 on each rank: row i is row `first() + i` of all.
template <typename T>
class BlockMatrix {
 public:
  BlockMatrix(const World& world, std::int64_t rows, std::int64_t columns)
      : blocks_{rows, world.size()},
        rank_(world.rank()),
        own_(blocks_.size(world.rank()), columns) {}

  [[nodiscard]] const Blocks& blocks() const { return blocks_; }
  [[nodiscard]] std::int64_t all_rows() const { return blocks_.rows; }
  [[nodiscard]] std::int64_t first() const { return blocks_.begin(rank_); }
  [[nodiscard]] std::int64_t rows() const { return own_.rows; }
  [[nodiscard]] std::int64_t columns() const { return own_.columns; }
  [[nodiscard]] std::span<T> values() { return own_.values; }
  [[nodiscard]] std::span<const T> values() const { return own_.values; }
  [[nodiscard]] T* row(std::int64_t i) { return own_.row(i); }
  [[nodiscard]] const T* row(std::int64_t i) const { return own_.row(i); }

 private:
  Blocks blocks_;
  int rank_;
  Matrix<T> own_;
};

/// The arguments of MPI_Gatherv and the like: a block's rows, and those before it.
struct Layout {
  explicit Layout(const Blocks& blocks) {
    for (int rank = 0; rank < blocks.ranks; ++rank) {
      counts.push_back(static_cast<int>(blocks.size(rank)));
      displacements.push_back(static_cast<int>(blocks.begin(rank)));
    }
  }
  std::vector<int> counts;
  std::vector<int> displacements;
};

/// The datatype of a row, so that counts are rows: those of numbers might exceed an int.
template <typename T>
class RowType {
 public:
  explicit RowType(std::int64_t columns) {
    MPI_Type_contiguous(static_cast<int>(columns), mpi_type<T>(), &type_);
    MPI_Type_commit(&type_);
  }
  RowType(const RowType&) = delete;
  RowType& operator=(const RowType&) = delete;
  ~RowType() { MPI_Type_free(&type_); }
  [[nodiscard]] MPI_Datatype get() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

/// Returns the whole matrix on the root.
template <typename T>
Matrix<T> gather(const World& world, const BlockMatrix<T>& matrix) {
  Matrix<T> whole(world.is_root() ? matrix.all_rows() : 0, matrix.columns());
  const Layout layout(matrix.blocks());
  const RowType<T> row(matrix.columns());
  MPI_Gatherv(matrix.values().data(), static_cast<int>(matrix.rows()), row.get(),
              whole.values.data(), layout.counts.data(), layout.displacements.data(), row.get(),
              kRoot, MPI_COMM_WORLD);
  return whole;
}

/// Distributes a matrix of the root, which alone has its values; all ranks have its size.
template <typename T>
BlockMatrix<T> scatter(const World& world, const Matrix<T>& whole) {
  BlockMatrix<T> matrix(world, whole.rows, whole.columns);
  const Layout layout(matrix.blocks());
  const RowType<T> row(whole.columns);
  MPI_Scatterv(whole.values.data(), layout.counts.data(), layout.displacements.data(), row.get(),
               matrix.values().data(), static_cast<int>(matrix.rows()), row.get(), kRoot,
               MPI_COMM_WORLD);
  return matrix;
}

/// Returns a vector, or a vector of points, on all ranks. The counts are numbers, not rows, as
/// those of chapter 2 of the dissertation.
template <typename T>
std::vector<T> gather_for_all(const BlockMatrix<T>& vector) {
  Layout layout(vector.blocks());
  const int width = static_cast<int>(vector.columns());
  for (auto* numbers : {&layout.counts, &layout.displacements}) {
    for (int& number : *numbers) {
      number *= width;
    }
  }
  std::vector<T> whole(static_cast<std::size_t>(vector.all_rows() * width));
  MPI_Allgatherv(vector.values().data(), static_cast<int>(vector.values().size()), mpi_type<T>(),
                 whole.data(), layout.counts.data(), layout.displacements.data(), mpi_type<T>(),
                 MPI_COMM_WORLD);
  return whole;
}

}  // namespace cowichan
