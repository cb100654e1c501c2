// half: the perfect shuffle of a matrix. Rows, and then columns, at even positions move to the
// front, those at odd positions behind; both keep their order. Positions count from 0.
// Source: dissertation on MPI data sheets, 2.1.3 and 4.3.3.
#include <algorithm>
#include <array>

#include "arguments.h"
#include "block_matrix.h"
#include "dps_mpi.h"
#include "random_numbers.h"
#include "result.h"

namespace cowichan {
namespace {

constexpr double kStepsOfTypes = 2;     ///< a number
constexpr double kStepsOfAShuffle = 3;  ///< a number

/// Rows begin, begin + step, … of a block: those of one parity that one rank sends to another.
struct Rows {
  std::int64_t begin = 0;  ///< in the block
  std::int64_t count = 0;
};

/// The rows of [from, to) of the old matrix with this parity whose new positions lie in
/// [new_from, new_to). Their old positions have a step of 2, their new ones a step of 1.
struct Move {
  Rows old_rows;
  Rows new_rows;
};

std::int64_t new_position(std::int64_t old, std::int64_t n) {
  return old % 2 == 0 ? old / 2 : (n + 1) / 2 + old / 2;
}

Move move_of(const Blocks& blocks, int source, int target, int parity) {
  const std::int64_t front = parity == 0 ? 0 : (blocks.rows + 1) / 2;  // new position of its first
  // Numbers k of the rows 2 k + parity, in the source and in the target.
  const auto first_of = [&](std::int64_t row) { return (row - parity + 1) / 2; };
  const std::int64_t least = std::max(first_of(blocks.begin(source)), blocks.begin(target) - front);
  const std::int64_t end =
      std::min(first_of(blocks.begin(source + 1)), blocks.begin(target + 1) - front);
  if (end <= least) {
    return {};
  }
  return {{2 * least + parity - blocks.begin(source), end - least},
          {least + front - blocks.begin(target), end - least}};
}

/// The datatype of two groups of rows of a block, whose steps are `step` rows.
MPI_Datatype type_of(const std::array<Rows, 2>& groups, std::int64_t columns, int step) {
  std::array<MPI_Datatype, 2> types{};
  std::array<MPI_Aint, 2> places{};
  const auto width = static_cast<int>(columns);
  for (std::size_t i = 0; i < 2; ++i) {
    MPI_Type_vector(static_cast<int>(groups[i].count), width, step * width, MPI_INT32_T, &types[i]);
    places[i] = groups[i].begin * columns * static_cast<MPI_Aint>(sizeof(std::int32_t));
  }
  const std::array<int, 2> one_each{1, 1};
  MPI_Datatype both = MPI_DATATYPE_NULL;
  MPI_Type_create_struct(2, one_each.data(), places.data(), types.data(), &both);
  MPI_Type_commit(&both);
  for (MPI_Datatype& type : types) {
    MPI_Type_free(&type);
  }
  return both;
}

BlockMatrix<std::int32_t> shuffle_rows(const World& world, const BlockMatrix<std::int32_t>& old) {
  BlockMatrix<std::int32_t> shuffled(world, old.all_rows(), old.columns());
  const auto ranks = static_cast<std::size_t>(world.size());
  std::vector<MPI_Datatype> sent(ranks);
  std::vector<MPI_Datatype> received(ranks);
  for (int other = 0; other < world.size(); ++other) {
    const auto at = static_cast<std::size_t>(other);
    std::array<Rows, 2> out;
    std::array<Rows, 2> in;
    for (int parity : {0, 1}) {
      const auto group = static_cast<std::size_t>(parity);
      out[group] = move_of(old.blocks(), world.rank(), other, parity).old_rows;
      in[group] = move_of(old.blocks(), other, world.rank(), parity).new_rows;
    }
    sent[at] = type_of(out, old.columns(), 2);
    received[at] = type_of(in, old.columns(), 1);
  }
  dps_compute(kStepsOfTypes * static_cast<double>(old.values().size()));
  const std::vector<int> ones(ranks, 1);
  const std::vector<int> zeros(ranks, 0);
  MPI_Alltoallw(old.values().data(), ones.data(), zeros.data(), sent.data(),
                shuffled.values().data(), ones.data(), zeros.data(), received.data(),
                MPI_COMM_WORLD);
  for (auto* types : {&sent, &received}) {
    for (MPI_Datatype& type : *types) {
      MPI_Type_free(&type);
    }
  }
  return shuffled;
}

void shuffle_columns(BlockMatrix<std::int32_t>& matrix) {
  const std::int64_t n = matrix.columns();
  std::vector<std::int32_t> old(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < matrix.rows(); ++i) {
    std::int32_t* const row = matrix.row(i);
    std::copy(row, row + n, old.begin());
    std::int32_t* to = row;
    for (const std::size_t parity : {0U, 1U}) {
      for (std::size_t j = parity; j < old.size(); j += 2) {
        *to++ = old[j];
      }
    }
  }
  dps_compute(kStepsOfAShuffle * static_cast<double>(matrix.values().size()));
}

Matrix<std::int32_t> reference(const Matrix<std::int32_t>& old) {
  Matrix<std::int32_t> matrix(old.rows, old.columns);
  for (std::int64_t i = 0; i < old.rows; ++i) {
    for (std::int64_t j = 0; j < old.columns; ++j) {
      matrix.row(new_position(i, old.rows))[new_position(j, old.columns)] = old.row(i)[j];
    }
  }
  return matrix;
}

int run(int argc, char** argv) {
  Arguments arguments(5000, "Shuffles the rows and the columns of an n x n matrix of integers.");
  arguments.input_file("--input", "the matrix; default: random numbers", arguments.input);
  const World world(&argc, &argv, "half");
  arguments.read(world, argc, argv);
  dps_phase("input");
  const auto old =
      arguments.input.empty()
          ? random_blocks(BlockMatrix<std::int32_t>(world, arguments.n, arguments.n),
                          arguments.seed, 0, [](RandomNumbers& random) { return random.next(); })
          : read_blocks<std::int32_t>(world, arguments.input);
  const auto whole = arguments.check ? gather(world, old) : Matrix<std::int32_t>();
  dps_phase("compute");
  auto shuffled = shuffle_rows(world, old);
  shuffle_columns(shuffled);
  dps_phase("output");
  world.print(std::to_string(old.all_rows()) + " x " + std::to_string(old.columns()) +
              " numbers, " + summary(shuffled));
  if (!arguments.output.empty()) {
    write_blocks(world, arguments.output, shuffled);
  }
  return ending(world, arguments, is_right(world, arguments, "shuffled numbers", shuffled, [&] {
                  return reference(whole);
                }));
}

}  // namespace
}  // namespace cowichan

int main(int argc, char** argv) {
  return cowichan::run(argc, argv);
}
