/// A list for the library of the ranks, which throws nothing and refers to nothing but libc.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <type_traits>

namespace dps::board {

/// A list of plain values. Its memory grows, and lasts as long as the list.
template <typename Item>
class GrowingList {
  static_assert(std::is_trivially_copyable_v<Item>);

 public:
  GrowingList() = default;
  GrowingList(const GrowingList&) = delete;
  GrowingList& operator=(const GrowingList&) = delete;
  ~GrowingList() { std::free(items_); }

  /// Returns false if there was no memory; the list is then as before. After clear(), as many items
  /// as before need none.
  bool add(const Item& item) {
    if (count_ == room_ && !grow()) {
      return false;
    }
    items_[count_++] = item;
    return true;
  }
  void clear() { count_ = 0; }
  [[nodiscard]] std::size_t count() const { return count_; }
  Item& operator[](std::size_t at) { return items_[at]; }
  [[nodiscard]] Item* begin() { return items_; }
  [[nodiscard]] Item* end() { return items_ + count_; }

 private:
  bool grow() {
    constexpr std::size_t kFirst = 64;
    const std::size_t room = room_ == 0 ? kFirst : 2 * room_;
    void* grown = std::realloc(items_, room * sizeof(Item));
    if (grown == nullptr) {
      return false;
    }
    items_ = static_cast<Item*>(grown);
    room_ = room;
    return true;
  }

  Item* items_ = nullptr;
  std::size_t count_ = 0;
  std::size_t room_ = 0;
};

}  // namespace dps::board
