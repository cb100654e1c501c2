// life: Conway's game of life on a torus.
// Source: dissertation on MPI data sheets, 2.1.4 and 4.3.4.
#include <algorithm>
#include <utility>

#include "arguments.h"
#include "block_matrix.h"
#include "dps_mpi.h"
#include "random_numbers.h"
#include "result.h"

namespace cowichan {
namespace {

constexpr double kStepsOfACell = 2;
/// Longer rows are sent by MPI_Bsend. Libraries keep short messages without being asked; with long
/// ones, `send, send, receive, receive` of all ranks at once is a deadlock.
constexpr std::size_t kMostBytesOfASend = 4000;
/// A neighbour may be a generation behind: two messages of each of two generations. The library may
/// learn late that one has arrived, so there is room for as many again.
constexpr std::size_t kMostUnderWay = 8;

enum Tag { kUp, kDown };

bool lives_on(bool is_alive, int neighbours) {
  return neighbours == 3 || (is_alive && neighbours == 2);
}

/// The rows of a rank, and those of its neighbours beside them.
template <typename T>
class Board {
 public:
  explicit Board(BlockMatrix<T> cells)
      : cells_(std::move(cells)),
        next_(cells_),
        above_(static_cast<std::size_t>(cells_.columns())),
        below_(above_) {
    if (bytes() > kMostBytesOfASend) {
      buffer_.resize(kMostUnderWay * (bytes() + MPI_BSEND_OVERHEAD));
      MPI_Buffer_attach(buffer_.data(), static_cast<int>(buffer_.size()));
    }
  }
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;
  ~Board() {
    if (!buffer_.empty()) {
      void* buffer = nullptr;
      int size = 0;
      MPI_Buffer_detach(&buffer, &size);
    }
  }

  [[nodiscard]] const BlockMatrix<T>& cells() const { return cells_; }

  void exchange(int rank) {
    const int up = cells_.blocks().previous_owner(rank);
    const int down = cells_.blocks().next_owner(rank);
    const T* const first = cells_.row(0);
    const T* const last = cells_.row(cells_.rows() - 1);
    if (up == rank) {  // it has all rows
      std::copy(first, first + cells_.columns(), below_.begin());
      std::copy(last, last + cells_.columns(), above_.begin());
      return;
    }
    const auto send = buffer_.empty() ? MPI_Send : MPI_Bsend;
    const auto columns = static_cast<int>(cells_.columns());
    send(first, columns, mpi_type<T>(), up, kUp, MPI_COMM_WORLD);
    send(last, columns, mpi_type<T>(), down, kDown, MPI_COMM_WORLD);
    MPI_Recv(below_.data(), columns, mpi_type<T>(), down, kUp, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(above_.data(), columns, mpi_type<T>(), up, kDown, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }

  void play() {
    for (std::int64_t i = 0; i < cells_.rows(); ++i) {
      play_row(i == 0 ? above_.data() : cells_.row(i - 1), cells_.row(i),
               i + 1 == cells_.rows() ? below_.data() : cells_.row(i + 1), next_.row(i));
    }
    std::swap(cells_, next_);
    dps_compute(kStepsOfACell * static_cast<double>(cells_.values().size()));
  }

 private:
  [[nodiscard]] std::size_t bytes() const { return above_.size() * sizeof(T); }

  void play_row(const T* above, const T* row, const T* below, T* next) const {
    const std::int64_t n = cells_.columns();
    const auto column = [&](std::int64_t j) {
      return static_cast<int>(above[j] + row[j] + below[j]);
    };
    int left = column(n - 1);
    int middle = column(0);
    for (std::int64_t j = 0; j < n; ++j) {
      const int right = column(j + 1 < n ? j + 1 : 0);
      next[j] = lives_on(row[j] != 0, left + middle + right - static_cast<int>(row[j])) ? 1 : 0;
      left = middle;
      middle = right;
    }
  }

  BlockMatrix<T> cells_;
  BlockMatrix<T> next_;
  std::vector<T> above_;  // the row before the first one
  std::vector<T> below_;  // the row after the last one
  std::vector<char> buffer_;
};

template <typename T>
Matrix<T> reference(Matrix<T> cells, std::int64_t generations) {
  const std::int64_t rows = cells.rows;
  const std::int64_t columns = cells.columns;
  for (std::int64_t generation = 0; generation < generations; ++generation) {
    Matrix<T> next(rows, columns);
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < columns; ++j) {
        int neighbours = 0;
        for (const std::int64_t down : {rows - 1, std::int64_t{0}, std::int64_t{1}}) {
          for (const std::int64_t right : {columns - 1, std::int64_t{0}, std::int64_t{1}}) {
            neighbours += static_cast<int>(cells.row((i + down) % rows)[(j + right) % columns]);
          }
        }
        neighbours -= static_cast<int>(cells.row(i)[j]);
        next.row(i)[j] = lives_on(cells.row(i)[j] != 0, neighbours) ? 1 : 0;
      }
    }
    cells = std::move(next);
  }
  return cells;
}

template <typename T>
int play(const World& world, const Arguments& arguments, std::int64_t generations) {
  auto cells =
      arguments.input.empty()
          ? random_blocks(BlockMatrix<T>(world, arguments.n, arguments.n), arguments.seed, 0,
                          [](RandomNumbers& random) {
                            return random.next() < RandomNumbers::kValues / 2 ? 1 : 0;
                          })
          : read_blocks<T>(world, arguments.input, {.least = 0, .most = 1});
  const auto whole = arguments.check ? gather(world, cells) : Matrix<T>();
  Board<T> board(std::move(cells));
  dps_phase("compute");
  for (std::int64_t generation = 0; generation < generations && board.cells().rows() > 0;
       ++generation) {
    board.exchange(world.rank());
    board.play();
  }
  MPI_Barrier(MPI_COMM_WORLD);
  dps_phase("output");
  world.print(std::to_string(board.cells().all_rows()) + " x " +
              std::to_string(board.cells().columns()) + " cells, " + std::to_string(generations) +
              " generations, alive: " + summary(board.cells()));
  if (!arguments.output.empty()) {
    write_blocks(world, arguments.output, board.cells());
  }
  return ending(world, arguments, is_right(world, arguments, "cells", board.cells(), [&] {
                  return reference(whole, generations);
                }));
}

int run(int argc, char** argv) {
  Arguments arguments(1000, "Plays the game of life on a torus of n x n cells.");
  arguments.input_file("--input", "the cells, 0 or 1; default: random", arguments.input);
  std::int64_t generations = 200;
  arguments.number("--generations", "how many (default 200)", generations, 0);
  bool is_long = false;
  arguments.flag("--long", "cells of 8 bytes, as an int had on the Cray T3D", is_long);
  const World world(&argc, &argv, "life");
  arguments.read(world, argc, argv);
  dps_phase("input");
  return is_long ? play<std::int64_t>(world, arguments, generations)
                 : play<std::int32_t>(world, arguments, generations);
}

}  // namespace
}  // namespace cowichan

int main(int argc, char** argv) {
  return cowichan::run(argc, argv);
}
