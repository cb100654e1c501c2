/// Elements by number, for lists that grow without a limit that is known before.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace dps {

/// Elements never move, and growing copies none of them, so growing never needs memory for two
/// lists at once, as a vector does.
template <typename T>
class Paged {
 public:
  [[nodiscard]] std::size_t size() const { return pages_.size() * kPage; }
  T& operator[](std::size_t at) { return pages_[at / kPage][at % kPage]; }
  const T& operator[](std::size_t at) const { return pages_[at / kPage][at % kPage]; }

  /// Adds elements T() until there is one with this number.
  void reach(std::size_t at) {
    while (at >= size()) {
      pages_.push_back(std::make_unique<T[]>(kPage));
    }
  }
  /// Frees all memory but that of the first elements, which keep their values.
  void shrink() {
    if (pages_.size() > 1) {
      pages_.resize(1);
    }
  }

 private:
  static constexpr std::size_t kPage = 512;  // elements; a power of two

  std::vector<std::unique_ptr<T[]>> pages_;
};

}  // namespace dps
