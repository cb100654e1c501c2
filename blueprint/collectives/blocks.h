/// A vector in consecutive blocks. Source: docs/collectives.md, "Blocks".
#pragma once

#include <algorithm>
#include <cstdint>

namespace dps::collectives {

/// Each block has `size` bytes, and the first `larger` ones have `more` bytes more.
struct Blocks {
  std::uint64_t size = 0;
  std::uint64_t larger = 0;
  std::uint64_t more = 0;

  /// Splits `bytes` into `count` blocks whose sizes differ by one byte at most.
  [[nodiscard]] static Blocks split(std::uint64_t bytes, std::uint64_t count) {
    return {bytes / count, bytes % count, 1};
  }

  /// The bytes of `count` blocks, from `first` on.
  [[nodiscard]] std::uint64_t bytes(std::uint64_t first, std::uint64_t count) const {
    return count * size + (std::min(first + count, larger) - std::min(first, larger)) * more;
  }
};

}  // namespace dps::collectives
