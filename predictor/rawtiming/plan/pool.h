/// The memory from which the buffers of trials come in turn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/check.h"

namespace dps::rawtiming {

/// The room of a buffer in a pool: a gap of a page follows the buffer, so that no prefetch of one
/// buffer reaches the next.
constexpr std::uint64_t room_of(std::uint64_t bytes) {
  constexpr std::uint64_t kLine = 64;
  constexpr std::uint64_t kPage = 4096;
  return (bytes + kLine - 1) / kLine * kLine + kPage;
}

/// Memory that is written once when it is made, so that no trial pays for new pages. Contract: no
/// two buffers of a trial overlap; those of successive trials are at other places, until all memory
/// has been used.
class Pool {
 public:
  /// `is_cached`: the buffers of all trials are at the same place.
  Pool(std::uint64_t bytes, bool is_cached) : memory_(bytes), is_cached_(is_cached) {}

  /// Begins a trial whose buffers take `room`, which is at most the size of the pool.
  void begin_trial(std::uint64_t room) {
    DPS_CHECK(room <= memory_.size());
    if (is_cached_ || at_ + room > memory_.size()) {
      at_ = 0;
    }
  }
  std::byte* take(std::uint64_t bytes) {
    std::byte* const buffer = memory_.data() + at_;
    at_ += room_of(bytes);
    DPS_CHECK(at_ <= memory_.size());
    return buffer;
  }

 private:
  std::vector<std::byte> memory_;
  bool is_cached_;
  std::uint64_t at_ = 0;
};

}  // namespace dps::rawtiming
