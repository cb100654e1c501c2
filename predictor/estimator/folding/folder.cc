#include "predictor/estimator/folding/folder.h"

#include <algorithm>
#include <utility>

namespace dps::estimator {
namespace {

/// A block with its digest.
FoldedItem block_of(std::uint64_t rounds, std::vector<FoldedItem> body) {
  constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15;
  FoldedItem block{.symbol = rounds, .rounds = rounds, .depth = 0, .body = std::move(body)};
  for (const FoldedItem& item : block.body) {
    block.symbol = (block.symbol ^ item.symbol) * kFactor;
    block.symbol ^= block.symbol >> 29;
    block.depth = std::max(block.depth, item.depth);
  }
  ++block.depth;
  return block;
}

}  // namespace

bool FoldedItem::operator==(const FoldedItem& other) const {
  return symbol == other.symbol && rounds == other.rounds && body == other.body;
}

void Folder::add(std::uint64_t symbol) {
  push({.symbol = symbol, .rounds = 0, .depth = 0, .body = {}});
  while (extend_block() || make_block()) {
  }
}

/// Positions in links are 1 more than the index; 0: there is none.
void Folder::push(FoldedItem item) {
  std::size_t& last = last_[item.symbol];
  const std::size_t block = items_.empty()             ? 0
                            : items_.back().is_block() ? items_.size()
                                                       : links_.back().block;
  links_.push_back({last, block});
  items_.push_back(std::move(item));
  last = items_.size();
}

void Folder::pop() {
  const auto found = last_.find(items_.back().symbol);
  found->second = links_.back().same;
  if (found->second == 0) {
    last_.erase(found);
  }
  items_.pop_back();
  links_.pop_back();
}

bool Folder::repeats(std::size_t size, const FoldedItem* before_end) const {
  const FoldedItem* end = items_.data() + items_.size();
  for (std::size_t i = 1; i <= size; ++i) {
    if (!(end[-static_cast<std::ptrdiff_t>(i)] == before_end[-static_cast<std::ptrdiff_t>(i)])) {
      return false;
    }
  }
  return true;
}

std::vector<FoldedItem> Folder::take_last(std::size_t size) {
  std::vector<FoldedItem> body(items_.end() - static_cast<std::ptrdiff_t>(size), items_.end());
  for (std::size_t i = 0; i < size; ++i) {
    pop();
  }
  return body;
}

/// Extends a block if the last items are one more round of it.
bool Folder::extend_block() {
  std::size_t at = links_.back().block;
  for (int i = 0; i < kTries && at != 0; ++i, at = links_[at - 1].block) {
    const FoldedItem& block = items_[at - 1];
    const std::size_t size = items_.size() - at;
    if (block.body.size() == size && repeats(size, block.body.data() + size)) {
      static_cast<void>(take_last(size));
      FoldedItem longer = block_of(items_.back().rounds + 1, std::move(items_.back().body));
      pop();
      push(std::move(longer));
      return true;
    }
  }
  return false;
}

/// Makes a block if the last items equal those before them.
bool Folder::make_block() {
  const std::size_t count = items_.size();
  std::size_t at = links_.back().same;
  for (int i = 0; i < kTries && at != 0; ++i, at = links_[at - 1].same) {
    const std::size_t size = count - at;
    if (2 * size > count) {
      return false;
    }
    if (repeats(size, items_.data() + at)) {
      const auto begin = items_.end() - static_cast<std::ptrdiff_t>(size);
      const bool is_deep = std::any_of(
          begin, items_.end(), [this](const FoldedItem& item) { return item.depth >= deepest_; });
      if (is_deep) {
        return false;
      }
      std::vector<FoldedItem> body = take_last(size);
      static_cast<void>(take_last(size));
      push(block_of(2, std::move(body)));
      return true;
    }
  }
  return false;
}

}  // namespace dps::estimator
