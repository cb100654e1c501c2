/// A queue in which each entry has a delay of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "predictor/machines/wide.h"

namespace dps::machines {

/// Entries that leave at one instant leave in the order in which they entered. Later entries
/// usually leave later; those are in a lane, first in, first out, and only the others are in a
/// heap.
class DelayQueue {
 public:
  void push(std::uint32_t id, Picoseconds now, Picoseconds delay) {
    const Item item{later(now, delay), sequence_++, id};
    if (head_ == lane_.size()) {
      lane_.clear();
      head_ = 0;
    } else if (item.at < lane_.back().at) {
      others_.push(item);
      return;
    } else if (head_ > kManyPassed && head_ > lane_.size() / 2) {  // amortised: one move per item
      lane_.erase(lane_.begin(), lane_.begin() + static_cast<std::ptrdiff_t>(head_));
      head_ = 0;
    }
    lane_.push_back(item);
  }

  [[nodiscard]] Picoseconds next() const {
    const Picoseconds in_lane = head_ == lane_.size() ? kNever : lane_[head_].at;
    return others_.empty() || in_lane < others_.top().at ? in_lane : others_.top().at;
  }
  /// Removes the entries that leave by `now`, and appends them to `out`.
  void take(Picoseconds now, std::vector<std::uint32_t>& out) {
    while (!is_empty() && next() <= now) {
      if (others_.empty() || (head_ < lane_.size() && others_.top() > lane_[head_])) {
        out.push_back(lane_[head_++].id);
      } else {
        out.push_back(others_.top().id);
        others_.pop();
      }
    }
  }

 private:
  static constexpr std::size_t kManyPassed = 64;

  [[nodiscard]] bool is_empty() const { return head_ == lane_.size() && others_.empty(); }

  struct Item {
    Picoseconds at;
    std::uint64_t sequence;
    std::uint32_t id;
    bool operator>(const Item& other) const {
      return at != other.at ? at > other.at : sequence > other.sequence;
    }
  };

  std::vector<Item> lane_;  // from head_ on
  std::size_t head_ = 0;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> others_;
  std::uint64_t sequence_ = 0;
};

}  // namespace dps::machines
