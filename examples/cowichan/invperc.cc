// invperc: invasion percolation. From the centre on, the neighbour with the least value is filled.
// Source: dissertation on MPI data sheets, 2.1.8 and 4.3.8.
#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <tuple>

#include "arguments.h"
#include "block_matrix.h"
#include "dps_mpi.h"
#include "random_numbers.h"
#include "result.h"

namespace cowichan {
namespace {

constexpr double kStepsOfAnEntry = 4;  ///< that an insertion passes
constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();

/// A cell in the order of the queue. Its numbers have 8 bytes, the element of the data sheets.
struct Candidate {
  std::int64_t value = kNone;  ///< kNone: there is no cell
  std::int64_t row = 0;
  std::int64_t column = 0;
  std::int64_t rank = 0;

  friend bool operator<(const Candidate& a, const Candidate& b) {
    return std::tie(a.value, a.row, a.column, a.rank) < std::tie(b.value, b.row, b.column, b.rank);
  }
};

void take_least(void* in, void* in_out, int* length, MPI_Datatype* /*type*/) {
  const auto* const others = static_cast<const Candidate*>(in);
  auto* const least = static_cast<Candidate*>(in_out);
  for (int i = 0; i < *length; ++i) {
    least[i] = std::min(least[i], others[i]);
  }
}

/// The least candidate of all ranks, by MPI_Allreduce with an operation of our own.
class LeastOfAll {
 public:
  LeastOfAll() {
    MPI_Type_contiguous(4, MPI_INT64_T, &type_);
    MPI_Type_commit(&type_);
    MPI_Op_create(take_least, 1, &operation_);
  }
  LeastOfAll(const LeastOfAll&) = delete;
  LeastOfAll& operator=(const LeastOfAll&) = delete;
  ~LeastOfAll() {
    MPI_Op_free(&operation_);
    MPI_Type_free(&type_);
  }
  Candidate operator()(Candidate own) const {
    MPI_Allreduce(MPI_IN_PLACE, &own, 1, type_, operation_, MPI_COMM_WORLD);
    return own;
  }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  MPI_Op operation_ = MPI_OP_NULL;
};

/// The neighbours of filled cells in the rows of this rank: a list, the least at its end.
class Queue {
 public:
  Queue(const World& world, const BlockMatrix<std::int32_t>& values)
      : values_(values),
        rank_(world.rank()),
        is_known_(static_cast<std::size_t>(values.rows() * values.columns())) {}

  [[nodiscard]] Candidate least() const { return list_.empty() ? Candidate() : list_.back(); }
  void remove_least() { list_.pop_back(); }

  /// Adds a cell, if it lies in the rows of this rank and was not in the queue before.
  void add(std::int64_t row, std::int64_t column) {
    const std::int64_t own = row - values_.first();
    if (own < 0 || own >= values_.rows() || column < 0 || column >= values_.columns()) {
      return;
    }
    const auto cell = static_cast<std::size_t>(own * values_.columns() + column);
    if (is_known_[cell]) {
      return;
    }
    is_known_[cell] = true;
    const Candidate candidate{values_.row(own)[column], row, column, rank_};
    const auto place = std::upper_bound(list_.begin(), list_.end(), candidate,
                                        [](const auto& a, const auto& b) { return b < a; });
    dps_compute(kStepsOfAnEntry * static_cast<double>(list_.end() - place));
    list_.insert(place, candidate);
  }

 private:
  const BlockMatrix<std::int32_t>& values_;
  int rank_;
  std::vector<bool> is_known_;
  std::vector<Candidate> list_;  // in falling order
};

BlockMatrix<std::int32_t> compute(const World& world, const BlockMatrix<std::int32_t>& values,
                                  std::int64_t to_fill) {
  BlockMatrix<std::int32_t> filled(world, values.all_rows(), values.columns());
  Queue queue(world, values);
  const LeastOfAll least_of_all;
  queue.add(values.all_rows() / 2, values.columns() / 2);
  for (std::int64_t i = 0; i < to_fill; ++i) {
    const Candidate least = least_of_all(queue.least());
    if (least.value == kNone) {
      break;
    }
    if (least.rank == world.rank()) {
      queue.remove_least();
      filled.row(least.row - filled.first())[least.column] = 1;
    }
    queue.add(least.row - 1, least.column);
    queue.add(least.row + 1, least.column);
    queue.add(least.row, least.column - 1);
    queue.add(least.row, least.column + 1);
  }
  return filled;
}

/// With one ordered set.
Matrix<std::int32_t> reference(const Matrix<std::int32_t>& values, std::int64_t to_fill) {
  using Cell = std::tuple<std::int32_t, std::int64_t, std::int64_t>;
  Matrix<std::int32_t> filled(values.rows, values.columns);
  std::set<Cell> border;
  const auto add = [&](std::int64_t row, std::int64_t column) {
    if (row >= 0 && row < values.rows && column >= 0 && column < values.columns &&
        filled.row(row)[column] == 0) {
      border.emplace(values.row(row)[column], row, column);
    }
  };
  add(values.rows / 2, values.columns / 2);
  for (std::int64_t i = 0; i < to_fill && !border.empty(); ++i) {
    const auto [value, row, column] = *border.begin();
    border.erase(border.begin());
    filled.row(row)[column] = 1;
    add(row - 1, column);
    add(row + 1, column);
    add(row, column - 1);
    add(row, column + 1);
  }
  return filled;
}

int run(int argc, char** argv) {
  Arguments arguments(500, "Fills cells of an n x n matrix, the least neighbour first.");
  arguments.input_file("--input", "the values; default: random ones", arguments.input);
  std::int64_t percent = 10;
  arguments.number("--percent", "of all cells are filled, at least one (default 10)", percent, 0,
                   100);
  const World world(&argc, &argv, "invperc");
  arguments.read(world, argc, argv);
  dps_phase("input");
  const auto values =
      arguments.input.empty()
          ? random_blocks(BlockMatrix<std::int32_t>(world, arguments.n, arguments.n),
                          arguments.seed, 0, [](RandomNumbers& random) { return random.next(); })
          : read_blocks<std::int32_t>(world, arguments.input);
  const auto whole = arguments.check ? gather(world, values) : Matrix<std::int32_t>();
  const std::int64_t to_fill =
      std::max<std::int64_t>(1, values.all_rows() * values.columns() * percent / 100);
  dps_phase("compute");
  const auto filled = compute(world, values, to_fill);
  dps_phase("output");
  world.print(std::to_string(values.all_rows()) + " x " + std::to_string(values.columns()) +
              " cells, filled: " + summary(filled));
  if (!arguments.output.empty()) {
    write_blocks(world, arguments.output, filled);
  }
  return ending(world, arguments, is_right(world, arguments, "filled cells", filled, [&] {
                  return reference(whole, to_fill);
                }));
}

}  // namespace
}  // namespace cowichan

int main(int argc, char** argv) {
  return cowichan::run(argc, argv);
}
