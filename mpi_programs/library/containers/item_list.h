/// Lists whose memory lasts as long as a call.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace dps::mpi_library {

/// A list for the call; its memory is freed at the end. Only a list of more than 16 items is
/// allocated.
template <typename Item>
class ItemList {
 public:
  explicit ItemList(int count)
      : items_(count <= kUsual ? few_
                               : static_cast<Item*>(
                                     std::calloc(static_cast<std::size_t>(count), sizeof(Item)))) {}
  ItemList(const ItemList&) = delete;
  ItemList& operator=(const ItemList&) = delete;
  ~ItemList() {
    if (items_ != few_) {
      std::free(items_);
    }
  }
  /// Returns null if there was no memory.
  [[nodiscard]] Item* get() { return items_; }
  Item& operator[](int at) { return items_[at]; }

 private:
  static constexpr int kUsual = 16;
  Item few_[kUsual];
  Item* items_;
};

}  // namespace dps::mpi_library
