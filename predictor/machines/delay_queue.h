/// A queue in which each entry has a delay of its own.
#pragma once

#include <algorithm>
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
    next_ = std::min(next_, item.at);
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

  [[nodiscard]] Picoseconds next() const { return next_; }
  /// Removes the entries that leave by `now`, and appends them to `out`.
  void take(Picoseconds now, std::vector<std::uint32_t>& out) {
    for (; !others_.empty() && others_.top().at <= now; others_.pop()) {
      take_lane(out, others_.top());
      out.push_back(others_.top().id);
    }
    for (; head_ < lane_.size() && lane_[head_].at <= now; ++head_) {
      out.push_back(lane_[head_].id);
    }
    next_ = head_ == lane_.size() ? kNever : lane_[head_].at;
    if (!others_.empty()) {
      next_ = std::min(next_, others_.top().at);
    }
  }

 private:
  static constexpr std::size_t kManyPassed = 64;

  struct Item {
    Picoseconds at;
    std::uint64_t sequence;
    std::uint32_t id;
    bool operator>(const Item& other) const {
      return at != other.at ? at > other.at : sequence > other.sequence;
    }
  };

  /// Takes the entries of the lane that leave before `other`.
  void take_lane(std::vector<std::uint32_t>& out, const Item& other) {
    for (; head_ < lane_.size() && other > lane_[head_]; ++head_) {
      out.push_back(lane_[head_].id);
    }
  }

  std::vector<Item> lane_;  // from head_ on
  std::size_t head_ = 0;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> others_;
  std::uint64_t sequence_ = 0;
  Picoseconds next_ = kNever;  // of lane_ and others_: read more often than they change
};

}  // namespace dps::machines
