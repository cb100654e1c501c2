// winnow: points of a matrix. The values of the cells that a mask selects are sorted; row and
// column of every stride-th are a point. Source: dissertation on MPI data sheets, 2.1.13
// and 4.3.13.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include "arguments.h"
#include "block_matrix.h"
#include "dps_mpi.h"
#include "random_numbers.h"
#include "result.h"

namespace cowichan {
namespace {

/// A selected cell, in the order of the result.
struct Cell {
  std::int32_t value = 0;
  std::int32_t row = 0;
  std::int32_t column = 0;

  friend bool operator<(const Cell& a, const Cell& b) {
    return std::tie(a.value, a.row, a.column) < std::tie(b.value, b.row, b.column);
  }
};

using Cells = std::vector<Cell>;
using Integers = BlockMatrix<std::int32_t>;

Cells selected(const Integers& values, const Integers& mask) {
  Cells cells;
  for (std::int64_t i = 0; i < values.rows(); ++i) {
    for (std::int64_t j = 0; j < values.columns(); ++j) {
      if (mask.row(i)[j] != 0) {
        cells.push_back({values.row(i)[j], static_cast<std::int32_t>(values.first() + i),
                         static_cast<std::int32_t>(j)});
      }
    }
  }
  // The model's term is (d/p) · share of the mask · 5; the share is this rank's.
  dps_compute(5.0 * static_cast<double>(cells.size()) / static_cast<double>(values.columns()));
  return cells;
}

/// Sorts the cells by the rank that gets them, each of which has an equal part of the range of all
/// values. Returns how many each rank gets.
std::vector<int> partition(const World& world, Cells& cells) {
  std::int32_t least = std::numeric_limits<std::int32_t>::max();
  std::int32_t most = std::numeric_limits<std::int32_t>::min();
  for (const Cell& cell : cells) {
    least = std::min(least, cell.value);
    most = std::max(most, cell.value);
  }
  auto total = static_cast<std::int64_t>(cells.size());
  MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_INT32_T, MPI_MIN, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT32_T, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  std::vector<int> counts(static_cast<std::size_t>(world.size()));
  if (total == 0) {
    return counts;
  }
  const std::int64_t range = std::int64_t{most} - least + 1;
  const auto target = [&](const Cell& cell) {
    return (std::int64_t{cell.value} - least) * world.size() / range;
  };
  std::stable_sort(cells.begin(), cells.end(),
                   [&](const Cell& a, const Cell& b) { return target(a) < target(b); });
  for (const Cell& cell : cells) {
    ++counts[static_cast<std::size_t>(target(cell))];
  }
  dps_compute(3.0 * world.size() + 3.0 * static_cast<double>(cells.size()));
  return counts;
}

std::vector<int> positions_of(const std::vector<int>& counts) {
  std::vector<int> positions(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), positions.begin(), 0);
  return positions;
}

/// Sends each cell to its rank, and sorts those that come.
Cells redistributed(const World& world, Cells cells) {
  const std::vector<int> sent = partition(world, cells);
  std::vector<int> received(sent.size());
  MPI_Alltoall(sent.data(), 1, MPI_INT, received.data(), 1, MPI_INT, MPI_COMM_WORLD);
  const std::vector<int> from = positions_of(sent);
  const std::vector<int> to = positions_of(received);
  dps_compute(2.0 * world.size());
  Cells sorted(static_cast<std::size_t>(to.back() + received.back()));
  const RowType<std::int32_t> cell(3);
  MPI_Alltoallv(cells.data(), sent.data(), from.data(), cell.get(), sorted.data(), received.data(),
                to.data(), cell.get(), MPI_COMM_WORLD);
  std::sort(sorted.begin(), sorted.end());
  const auto count = static_cast<double>(sorted.size());
  dps_compute(sorted.empty() ? 0 : 4 * count * std::log(count));
  return sorted;
}

/// The points of this rank, row and column one after the other.
std::vector<std::int32_t> compute(const World& world, const Integers& values, const Integers& mask,
                                  std::int64_t stride) {
  const Cells sorted = redistributed(world, selected(values, mask));
  const auto own = static_cast<std::int64_t>(sorted.size());
  std::vector<std::int64_t> all(static_cast<std::size_t>(world.size()));
  MPI_Allgather(&own, 1, MPI_INT64_T, all.data(), 1, MPI_INT64_T, MPI_COMM_WORLD);
  const std::int64_t before =
      std::accumulate(all.begin(), all.begin() + world.rank(), std::int64_t{0});
  std::vector<std::int32_t> points;
  for (std::int64_t i = (stride - before % stride) % stride; i < own; i += stride) {
    points.push_back(sorted[static_cast<std::size_t>(i)].row);
    points.push_back(sorted[static_cast<std::size_t>(i)].column);
  }
  dps_compute(2.0 * static_cast<double>(own) / static_cast<double>(stride));
  return points;
}

/// All points on the root. Ranks have different numbers of them.
Matrix<std::int32_t> gather_points(const World& world, const std::vector<std::int32_t>& points) {
  const auto own = static_cast<int>(points.size() / 2);
  std::vector<int> counts(static_cast<std::size_t>(world.size()));
  MPI_Gather(&own, 1, MPI_INT, counts.data(), 1, MPI_INT, kRoot, MPI_COMM_WORLD);
  const std::vector<int> positions = positions_of(counts);
  Matrix<std::int32_t> all(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}), 2);
  const RowType<std::int32_t> point(2);
  MPI_Gatherv(points.data(), own, point.get(), all.values.data(), counts.data(), positions.data(),
              point.get(), kRoot, MPI_COMM_WORLD);
  return all;
}

/// By sorting all cells.
Matrix<std::int32_t> reference(const Matrix<std::int32_t>& values, const Matrix<std::int32_t>& mask,
                               std::int64_t stride) {
  Cells cells;
  for (std::size_t i = 0; i < values.values.size(); ++i) {
    if (mask.values[i] != 0) {
      const auto columns = static_cast<std::size_t>(values.columns);
      cells.push_back({values.values[i], static_cast<std::int32_t>(i / columns),
                       static_cast<std::int32_t>(i % columns)});
    }
  }
  std::sort(cells.begin(), cells.end());
  Matrix<std::int32_t> points(0, 2);
  for (std::size_t i = 0; i < cells.size(); i += static_cast<std::size_t>(stride)) {
    points.values.insert(points.values.end(), {cells[i].row, cells[i].column});
    ++points.rows;
  }
  return points;
}

int run(int argc, char** argv) {
  Arguments arguments(3000, "Takes points from an n x n matrix of integers.");
  arguments.input_file("--input", "the matrix; default: random numbers", arguments.input);
  std::string mask_path;
  arguments.input_file("--mask", "of the same size, 0 or 1; default: random, half of it 1",
                       mask_path);
  std::int64_t stride = 4;
  arguments.number("--stride", "every so manieth cell is a point (default 4)", stride);
  const World world(&argc, &argv, "winnow");
  arguments.read(world, argc, argv);
  dps_phase("input");
  const auto values = arguments.input.empty()
                          ? random_blocks(Integers(world, arguments.n, arguments.n), arguments.seed,
                                          0, [](RandomNumbers& random) { return random.next(); })
                          : read_blocks<std::int32_t>(world, arguments.input);
  const std::int64_t rows = values.all_rows();
  const std::int64_t columns = values.columns();
  const auto mask =
      mask_path.empty()
          ? random_blocks(Integers(world, rows, columns), arguments.seed, rows * columns,
                          [](RandomNumbers& random) {
                            return random.next() < RandomNumbers::kValues / 2 ? 1 : 0;
                          })
          : read_blocks<std::int32_t>(world, mask_path,
                                      {.rows = rows, .columns = columns, .least = 0, .most = 1});
  const auto whole = arguments.check ? gather(world, values) : Matrix<std::int32_t>();
  const auto whole_mask = arguments.check ? gather(world, mask) : Matrix<std::int32_t>();
  dps_phase("compute");
  const auto points = compute(world, values, mask, stride);
  dps_phase("output");
  const Matrix<std::int32_t> all = gather_points(world, points);
  world.print(
      std::to_string(rows) + " x " + std::to_string(columns) +
      " numbers, points: " + std::to_string(all.rows) + ", sum " +
      std::to_string(std::accumulate(all.values.begin(), all.values.end(), std::int64_t{0})));
  if (!arguments.output.empty()) {
    write_matrix(world, arguments.output, all);
  }
  return ending(world, arguments, is_right(world, arguments, "points", all, [&] {
                  return reference(whole, whole_mask, stride);
                }));
}

}  // namespace
}  // namespace cowichan

int main(int argc, char** argv) {
  return cowichan::run(argc, argv);
}
