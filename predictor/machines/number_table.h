/// A hash table from pairs of numbers to numbers, for millions of insertions and erasures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace dps::machines {

/// Open addressing with linear probing; erase() closes the gap, so there are no tombstones. It has
/// no iterator, so its order cannot affect results. A key contains one number of the pair in its
/// upper 32 bits and the other in its lower 32 bits. Pairs such as (0,1), (1,2), (2,3), which are
/// often looked up in succession, are in neighbouring cache lines.
class NumberTable {
 public:
  static constexpr std::uint32_t kAbsent = 0xffffffff;

  NumberTable() : slots_(16) {}

  [[nodiscard]] std::uint32_t find(std::uint64_t key) const {
    for (std::size_t i = home(key);; i = next(i)) {
      if (slots_[i].number == kAbsent || slots_[i].key == key) {
        return slots_[i].number;
      }
    }
  }

  /// Returns the number of the key; inserts the key with `number` if it is absent.
  std::uint32_t find_or_insert(std::uint64_t key, std::uint32_t number) {
    if ((size_ + 1) * 2 > slots_.size()) {
      grow();
    }
    std::size_t i = home(key);
    for (; slots_[i].number != kAbsent; i = next(i)) {
      if (slots_[i].key == key) {
        return slots_[i].number;
      }
    }
    slots_[i] = {key, number};
    ++size_;
    return number;
  }

  /// The key must be present.
  void erase(std::uint64_t key) {
    std::size_t hole = home(key);
    while (slots_[hole].key != key || slots_[hole].number == kAbsent) {
      hole = next(hole);
    }
    --size_;
    for (std::size_t i = next(hole); slots_[i].number != kAbsent; i = next(i)) {
      const std::size_t wanted = home(slots_[i].key);
      if (((i - wanted) & mask()) >= ((i - hole) & mask())) {
        slots_[hole] = slots_[i];
        hole = i;
      }
    }
    slots_[hole].number = kAbsent;
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t number = kAbsent;
  };

  [[nodiscard]] std::size_t mask() const { return slots_.size() - 1; }
  [[nodiscard]] std::size_t next(std::size_t i) const { return (i + 1) & mask(); }
  [[nodiscard]] std::size_t home(std::uint64_t key) const {
    constexpr std::uint64_t kTogether = 16;  // consecutive first numbers in neighbouring slots
    constexpr std::uint64_t kApart = 4;      // slots between them: 64 bytes, a cache line
    const std::uint64_t first = key >> 32;
    const std::uint64_t distance = (key - first) & 0xffffffff;
    const std::uint64_t mixed = (first / kTogether << 32 | distance) * 0x9e3779b97f4a7c15U;
    return static_cast<std::size_t>((mixed >> 32) + first % kTogether * kApart) & mask();
  }

  void place(const Slot& slot) {
    std::size_t i = home(slot.key);
    while (slots_[i].number != kAbsent) {
      i = next(i);
    }
    slots_[i] = slot;
  }

  void grow() {
    const auto old = std::exchange(slots_, std::vector<Slot>(slots_.size() * 2));
    for (const Slot& slot : old) {
      if (slot.number != kAbsent) {
        place(slot);
      }
    }
  }

  std::vector<Slot> slots_;  // the size is a power of two; at most half of the slots are used
  std::size_t size_ = 0;
};

}  // namespace dps::machines
