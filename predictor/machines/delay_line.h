/// A queue whose entries leave a fixed time after their entry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "predictor/machines/wide.h"

namespace dps::machines {

/// First in, first out: the instants passed to push() must not decrease. Reuses its memory.
class DelayLine {
 public:
  explicit DelayLine(Picoseconds delay) : delay_(delay) {}

  void push(std::uint32_t id, Picoseconds now) {
    if (head_ == items_.size()) {
      items_.clear();
      head_ = 0;
    } else if (head_ > 64 && head_ > items_.size() / 2) {  // amortised cost: one move per item
      items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(head_));
      head_ = 0;
    }
    items_.push_back({later(now, delay_), id});
  }

  [[nodiscard]] Picoseconds next() const {
    return head_ == items_.size() ? kNever : items_[head_].at;
  }
  /// Removes the entries that leave by `now`, and appends them to `out`.
  void take(Picoseconds now, std::vector<std::uint32_t>& out) {
    for (; head_ < items_.size() && items_[head_].at <= now; ++head_) {
      out.push_back(items_[head_].id);
    }
  }

 private:
  struct Item {
    Picoseconds at;
    std::uint32_t id;
  };

  Picoseconds delay_;
  std::vector<Item> items_;
  std::size_t head_ = 0;
};

}  // namespace dps::machines
