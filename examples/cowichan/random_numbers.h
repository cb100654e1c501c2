/// The random numbers of the suite: r ← (1664525 r + 1013904223) mod 2³², whose value is r >> 8.
#pragma once

#include <cstdint>

#include "block_matrix.h"

namespace cowichan {

/// Numbers 1, 2, … of the sequence that begins after the seed.
class RandomNumbers {
 public:
  static constexpr std::int64_t kValues = 1 << 24;  ///< values are less than this

  explicit RandomNumbers(std::uint32_t seed) : state_(seed) {}

  /// Leaves out so many numbers in log2(count) steps: two steps of r ← a r + b are one with a² and
  /// (a + 1) b.
  void jump(std::uint64_t count) {
    std::uint32_t a = kFactor;
    std::uint32_t b = kTerm;
    for (; count > 0; count >>= 1U) {
      if ((count & 1U) != 0) {
        state_ = a * state_ + b;
      }
      b *= a + 1;
      a *= a;
    }
  }

  /// From 0 up to 2²⁴ − 1.
  std::int32_t next() {
    state_ = kFactor * state_ + kTerm;
    return static_cast<std::int32_t>(state_ >> 8U);
  }
  /// From 0 up to 1, less than 1: the same value divided by 2²⁴.
  double next_real() { return next() / static_cast<double>(kValues); }

 private:
  static constexpr std::uint32_t kFactor = 1664525;
  static constexpr std::uint32_t kTerm = 1013904223;
  std::uint32_t state_;
};

/// The block of a matrix whose numbers are `make(random)` in the order of rows. `before`: so many
/// numbers of the sequence belong to other inputs.
template <typename T, typename Make>
BlockMatrix<T> random_blocks(BlockMatrix<T> matrix, std::uint32_t seed, std::int64_t before,
                             Make make) {
  RandomNumbers random(seed);
  random.jump(static_cast<std::uint64_t>(before + matrix.first() * matrix.columns()));
  for (T& value : matrix.values()) {
    value = make(random);
  }
  return matrix;
}

}  // namespace cowichan
