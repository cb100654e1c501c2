/// Finds equal entries of a table by hash, so that equal instances are stored once.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "blueprint/program.h"

namespace dps::blueprint {

/// A 64-bit hash. It is only compared for equality within one execution of dps; no output depends
/// on it.
class Hash {
 public:
  Hash& add(std::uint64_t value) {
    state_ = (state_ ^ value) * 0x9e3779b97f4a7c15U;  // Source: splitmix64's odd constants
    state_ = (state_ ^ (state_ >> 32)) * 0xbf58476d1ce4e5b9U;
    return *this;
  }
  Hash& add(std::string_view text) {
    for (const char c : text) {
      add(static_cast<unsigned char>(c));
    }
    return add(text.size());
  }

  [[nodiscard]] std::uint64_t value() const { return state_ ^ (state_ >> 29); }

 private:
  std::uint64_t state_ = 0x94d049bb133111ebU;
};

/// An index from hashes to positions in a table.
class HashIndex {
 public:
  /// Finds the position with this hash for which `equal(position)` is true.
  template <typename Equal>
  std::optional<std::uint32_t> find(Hash hash, Equal equal) const {
    if (slots_.empty()) {
      return std::nullopt;
    }
    const auto wanted = static_cast<std::uint32_t>(hash.value() >> 32);
    for (std::size_t at = hash.value() & mask();; at = (at + 1) & mask()) {
      const HashSlot& slot = slots_[at];
      if (slot.position == kNone) {
        return std::nullopt;
      }
      if (slot.hash == wanted && equal(slot.position)) {
        return slot.position;
      }
    }
  }

  void insert(Hash hash, std::uint32_t position);

 private:
  struct HashSlot {
    std::uint32_t hash = 0;  ///< the upper half
    std::uint32_t low = 0;   ///< the lower half, to find the slot again when the table grows
    std::uint32_t position = kNone;
  };

  [[nodiscard]] std::size_t mask() const { return slots_.size() - 1; }
  void place(const HashSlot& slot);
  void grow();

  std::vector<HashSlot> slots_;  ///< a power of two of them, at most three quarters in use
  std::size_t used_ = 0;
};

}  // namespace dps::blueprint
