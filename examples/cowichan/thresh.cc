// thresh: the mask of the top P per cent of an image.
// Source: dissertation on MPI data sheets, 2.1.5 and 4.3.5.
#include <algorithm>
#include <functional>

#include "arguments.h"
#include "block_matrix.h"
#include "dps_mpi.h"
#include "random_numbers.h"
#include "result.h"

namespace cowichan {
namespace {

constexpr double kStepsOfANumber = 1;  ///< each for the largest, the histogram and the mask
constexpr double kStepsOfABin = 1;

/// How often the values 1, 2, … up to the largest one occur in the image, on all ranks. The count
/// of 0 is not needed. All have 8 bytes, the element of the data sheets.
std::vector<std::int64_t> histogram_of(const BlockMatrix<std::int32_t>& image) {
  std::int64_t largest = 0;
  for (const std::int32_t value : image.values()) {
    largest = std::max<std::int64_t>(largest, value);
  }
  dps_compute(kStepsOfANumber * static_cast<double>(image.values().size()));
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
  std::vector<std::int64_t> histogram(static_cast<std::size_t>(largest));
  for (const std::int32_t value : image.values()) {
    if (value > 0) {
      ++histogram[static_cast<std::size_t>(value - 1)];
    }
  }
  dps_compute(kStepsOfANumber * static_cast<double>(image.values().size()));
  MPI_Allreduce(MPI_IN_PLACE, histogram.data(), static_cast<int>(largest), MPI_INT64_T, MPI_SUM,
                MPI_COMM_WORLD);
  return histogram;
}

/// The least value v such that at most P per cent of all numbers are v or more.
std::int64_t threshold_of(const std::vector<std::int64_t>& histogram, std::int64_t numbers,
                          std::int64_t percent) {
  auto value = static_cast<std::int64_t>(histogram.size()) + 1;
  std::int64_t count = 0;  // of numbers that are `value` or more
  std::int64_t bins = 0;
  for (; value > 0; --value) {
    const std::int64_t more =
        value > 1 ? count + histogram[static_cast<std::size_t>(value - 2)] : numbers;
    if (more * 100 > numbers * percent) {
      break;
    }
    count = more;
    ++bins;
  }
  dps_compute(kStepsOfABin * static_cast<double>(bins));
  return value;
}

BlockMatrix<std::int32_t> mask_of(BlockMatrix<std::int32_t> image, std::int64_t threshold) {
  for (std::int32_t& value : image.values()) {
    value = value >= threshold ? 1 : 0;
  }
  dps_compute(kStepsOfANumber * static_cast<double>(image.values().size()));
  return image;
}

/// By sorting all numbers.
Matrix<std::int32_t> reference(Matrix<std::int32_t> image, std::int64_t percent) {
  std::vector<std::int32_t> sorted = image.values;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  const std::size_t most = sorted.size() * static_cast<std::size_t>(percent) / 100;
  // Numbers equal to the first one that is too many are not in the mask.
  const std::int64_t threshold = most == sorted.size() ? 0 : sorted[most] + std::int64_t{1};
  for (std::int32_t& value : image.values) {
    value = value >= threshold ? 1 : 0;
  }
  return image;
}

int run(int argc, char** argv) {
  Arguments arguments(8000, "Finds the top P per cent of n x n integers.");
  arguments.input_file("--input", "the image; default: random numbers", arguments.input);
  std::int64_t percent = 50;
  arguments.number("--percent", "P (default 50)", percent, 0, 100);
  std::int64_t levels = 256;
  arguments.number("--levels", "random numbers are less than this (default 256)", levels, 1,
                   RandomNumbers::kValues);
  const World world(&argc, &argv, "thresh");
  arguments.read(world, argc, argv);
  dps_phase("input");
  auto image = arguments.input.empty()
                   ? random_blocks(BlockMatrix<std::int32_t>(world, arguments.n, arguments.n),
                                   arguments.seed, 0,
                                   [&](RandomNumbers& random) {
                                     return static_cast<std::int32_t>(random.next() * levels >> 24);
                                   })
                   : read_blocks<std::int32_t>(world, arguments.input,
                                               {.least = 0, .most = RandomNumbers::kValues - 1});
  const auto whole = arguments.check ? gather(world, image) : Matrix<std::int32_t>();
  dps_phase("compute");
  const auto histogram = histogram_of(image);
  const std::int64_t threshold =
      threshold_of(histogram, image.all_rows() * image.columns(), percent);
  const auto mask = mask_of(std::move(image), threshold);
  MPI_Barrier(MPI_COMM_WORLD);
  dps_phase("output");
  world.print(std::to_string(mask.all_rows()) + " x " + std::to_string(mask.columns()) +
              " numbers, threshold " + std::to_string(threshold) +
              ", in the mask: " + summary(mask));
  if (!arguments.output.empty()) {
    write_blocks(world, arguments.output, mask);
  }
  return ending(world, arguments, is_right(world, arguments, "mask", mask, [&] {
                  return reference(whole, percent);
                }));
}

}  // namespace
}  // namespace cowichan

int main(int argc, char** argv) {
  return cowichan::run(argc, argv);
}
