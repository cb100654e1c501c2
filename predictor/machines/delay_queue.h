/// A queue in which each entry has a delay of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "predictor/machines/wide.h"

namespace dps::machines {

/// Entries that leave at one instant leave in the order in which they entered.
class DelayQueue {
 public:
  void push(std::uint32_t id, Picoseconds now, Picoseconds delay) {
    items_.push({later(now, delay), sequence_++, id});
  }

  [[nodiscard]] Picoseconds next() const { return items_.empty() ? kNever : items_.top().at; }
  /// Removes the entries that leave by `now`, and appends them to `out`.
  void take(Picoseconds now, std::vector<std::uint32_t>& out) {
    for (; !items_.empty() && items_.top().at <= now; items_.pop()) {
      out.push_back(items_.top().id);
    }
  }

 private:
  struct Item {
    Picoseconds at;
    std::uint64_t sequence;
    std::uint32_t id;
    bool operator>(const Item& other) const {
      return at != other.at ? at > other.at : sequence > other.sequence;
    }
  };

  std::priority_queue<Item, std::vector<Item>, std::greater<>> items_;
  std::uint64_t sequence_ = 0;
};

}  // namespace dps::machines
