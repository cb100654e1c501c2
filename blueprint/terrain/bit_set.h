/// A set of numbers below a fixed size, as bits; 64 of them are searched at a time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dps::terrain {

/// A set of positions below size().
class BitSet {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  explicit BitSet(std::size_t size = 0, bool value = false)
      : size_(size), words_((size + 63) / 64, value ? ~std::uint64_t{0} : 0) {
    if (value && size % 64 != 0) {
      words_.back() = (std::uint64_t{1} << (size % 64)) - 1;
    }
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool test(std::size_t at) const { return (words_[at / 64] >> (at % 64) & 1) != 0; }
  void set(std::size_t at) { words_[at / 64] |= std::uint64_t{1} << (at % 64); }
  void reset(std::size_t at) { words_[at / 64] &= ~(std::uint64_t{1} << (at % 64)); }

  [[nodiscard]] std::size_t count() const {
    std::size_t count = 0;
    for (const std::uint64_t word : words_) {
      count += static_cast<std::size_t>(std::popcount(word));
    }
    return count;
  }

  /// The first set bit from `from` on; kNone if there is none.
  [[nodiscard]] std::size_t next(std::size_t from = 0) const {
    return find_next(from, [this](std::size_t word) { return words_[word]; });
  }
  /// The first bit from `from` on that is set here and in `other`; kNone if there is none.
  [[nodiscard]] std::size_t next_common(const BitSet& other, std::size_t from = 0) const {
    return find_next(from, [&](std::size_t word) { return words_[word] & other.words_[word]; });
  }

  BitSet& operator|=(const BitSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      words_[i] |= other.words_[i];
    }
    return *this;
  }
  [[nodiscard]] bool is_within(const BitSet& other) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if ((words_[i] & ~other.words_[i]) != 0) {
        return false;
      }
    }
    return true;
  }
  bool operator==(const BitSet&) const = default;

 private:
  template <typename Word>
  std::size_t find_next(std::size_t from, const Word& word_at) const {
    if (from >= size_) {
      return kNone;
    }
    std::uint64_t word = word_at(from / 64) & (~std::uint64_t{0} << (from % 64));
    for (std::size_t at = from / 64;; word = word_at(at)) {
      if (word != 0) {
        return at * 64 + static_cast<std::size_t>(std::countr_zero(word));
      }
      if (++at == words_.size()) {
        return kNone;
      }
    }
  }

  std::size_t size_;
  std::vector<std::uint64_t> words_;
};

}  // namespace dps::terrain
