/// A table of values by pointer, for handles of MPI. It throws nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace dps::mpi_library {

/// Open addressing with at most half of the slots in use. Values are copied freely.
template <typename Value>
class PointerMap {
 public:
  struct Cell {
    const void* key = nullptr;
    Value value{};
  };

  /// Returns null if the key is not in the map. The pointer is valid until the next add() or
  /// remove().
  Value* find(const void* key) {
    if (count_ == 0) {
      return nullptr;
    }
    for (std::size_t at = home_of(key); slots_[at].key != nullptr; at = (at + 1) & mask_) {
      if (slots_[at].key == key) {
        return &slots_[at].value;
      }
    }
    return nullptr;
  }

  /// Adds or replaces. False if there is no memory.
  bool add(const void* key, const Value& value) {
    if (Value* known = find(key)) {
      *known = value;
      return true;
    }
    if (2 * (count_ + 1) > capacity() && !grow()) {
      return false;
    }
    insert(key, value);
    return true;
  }

  void remove(const void* key) {
    if (count_ == 0) {
      return;
    }
    std::size_t at = home_of(key);
    for (; slots_[at].key != key; at = (at + 1) & mask_) {
      if (slots_[at].key == nullptr) {
        return;
      }
    }
    --count_;
    for (std::size_t next = (at + 1) & mask_; slots_[next].key != nullptr;
         next = (next + 1) & mask_) {
      const std::size_t home = home_of(slots_[next].key);
      const bool may_move = ((next - home) & mask_) >= ((next - at) & mask_);
      if (may_move) {
        slots_[at] = slots_[next];
        at = next;
      }
    }
    slots_[at].key = nullptr;
  }

  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  [[nodiscard]] std::size_t capacity() const { return slots_ == nullptr ? 0 : mask_ + 1; }
  [[nodiscard]] std::size_t home_of(const void* key) const {
    const auto bits = reinterpret_cast<std::uintptr_t>(key) * 0x9e37'79b9'7f4a'7c15ULL;
    return (bits >> 20) & mask_;
  }
  void insert(const void* key, const Value& value) {
    std::size_t at = home_of(key);
    while (slots_[at].key != nullptr) {
      at = (at + 1) & mask_;
    }
    slots_[at] = {key, value};
    ++count_;
  }
  bool grow() {
    const std::size_t before = capacity();
    const std::size_t after = before == 0 ? 64 : 2 * before;
    auto* made = static_cast<Cell*>(std::calloc(after, sizeof(Cell)));
    if (made == nullptr) {
      return false;
    }
    Cell* old = slots_;
    slots_ = made;
    mask_ = after - 1;
    count_ = 0;
    for (std::size_t i = 0; i < before; ++i) {
      if (old[i].key != nullptr) {
        insert(old[i].key, old[i].value);
      }
    }
    std::free(old);
    return true;
  }

  Cell* slots_ = nullptr;
  std::size_t mask_ = 0;
  std::size_t count_ = 0;
};

}  // namespace dps::mpi_library
