/// Finds repeated blocks in a sequence, for `repeat` in streams files and `a*K,b` in blueprints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dps::estimator {

/// A symbol, or a block that is repeated.
struct FoldedItem {
  std::uint64_t symbol = 0;  ///< of a block: a digest of its contents
  std::uint64_t rounds = 0;  ///< 0: the item is a symbol
  std::uint32_t depth = 0;   ///< of nested blocks
  std::vector<FoldedItem> body;

  [[nodiscard]] bool is_block() const { return rounds != 0; }
  bool operator==(const FoldedItem& other) const;
};

/// Folds a sequence of symbols: as soon as the end of the folded sequence repeats what is directly
/// before it, both become a block. Finds repetitions of any length whose last item occurs at most
/// kTries times between them; takes time proportional to the number of symbols.
class Folder {
 public:
  explicit Folder(std::uint32_t deepest) : deepest_(deepest) {}

  void add(std::uint64_t symbol);

  [[nodiscard]] std::vector<FoldedItem> take() { return std::move(items_); }

 private:
  static constexpr int kTries = 16;

  /// The positions of the nearest earlier item with the same symbol, and of the nearest block.
  struct Links {
    std::size_t same;
    std::size_t block;
  };

  void push(FoldedItem item);
  void pop();
  bool extend_block();
  bool make_block();
  /// True if the last `size` items equal those before position `end`.
  [[nodiscard]] bool repeats(std::size_t size, const FoldedItem* before_end) const;
  [[nodiscard]] std::vector<FoldedItem> take_last(std::size_t size);

  std::uint32_t deepest_;
  std::vector<FoldedItem> items_;
  std::vector<Links> links_;                             // by position
  std::unordered_map<std::uint64_t, std::size_t> last_;  // position of a symbol, plus 1
};

}  // namespace dps::estimator
