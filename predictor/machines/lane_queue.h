/// Numbers in the order of their ends, for ends that are usually pushed in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "predictor/machines/indexed_heap.h"

namespace dps::machines {

/// Elements that come later usually end later; those are in a lane, first in, first out, and only
/// the others are in a heap. `Order` is that of IndexedHeap, and must be the same in all calls; an
/// element that is in the queue has its position in `place`. No element is kNotInHeap.
class LaneQueue {
 public:
  [[nodiscard]] bool empty() const { return head_ == lane_.size() && heap_.empty(); }
  /// Returns the first element; the queue must not be empty.
  template <typename Order>
  [[nodiscard]] std::uint32_t first(Order order) const {
    if (head_ == lane_.size()) {
      return heap_[0];
    }
    return heap_.empty() || order.before(lane_[head_], heap_[0]) ? lane_[head_] : heap_[0];
  }

  template <typename Order>
  void push(std::uint32_t element, Order order) {
    if (head_ == lane_.size()) {
      lane_.clear();
      head_ = 0;
    } else if (order.before(element, lane_.back())) {
      IndexedHeap<Order>(heap_, order).push(element);
      return;
    }
    if (head_ > kManyPassed && head_ > lane_.size() / 2) {
      drop_passed(order);
    }
    order.place(element) = kInLane | static_cast<std::uint32_t>(lane_.size());
    lane_.push_back(element);
  }

  template <typename Order>
  void erase(std::uint32_t element, Order order) {
    const std::uint32_t place = order.place(element);
    if ((place & kInLane) == 0) {
      IndexedHeap<Order>(heap_, order).erase(element);
      return;
    }
    lane_[place & ~kInLane] = kNotInHeap;
    while (head_ < lane_.size() && lane_[head_] == kNotInHeap) {
      ++head_;
    }
    while (head_ < lane_.size() && lane_.back() == kNotInHeap) {
      lane_.pop_back();
    }
  }

  /// Restores the order after the end of the element has changed.
  template <typename Order>
  void update(std::uint32_t element, Order order) {
    erase(element, order);
    push(element, order);
  }

  /// Removes all elements and returns them.
  std::vector<std::uint32_t> take_all() {
    std::vector<std::uint32_t> all = std::exchange(heap_, {});
    for (; head_ < lane_.size(); ++head_) {
      if (lane_[head_] != kNotInHeap) {
        all.push_back(lane_[head_]);
      }
    }
    return all;
  }

 private:
  static constexpr std::uint32_t kInLane = 0x80000000;
  static constexpr std::size_t kManyPassed = 64;

  /// Reuses the memory before the head. Amortised cost: one move for each element.
  template <typename Order>
  void drop_passed(Order order) {
    lane_.erase(lane_.begin(), lane_.begin() + static_cast<std::ptrdiff_t>(head_));
    head_ = 0;
    for (std::uint32_t i = 0; i < lane_.size(); ++i) {
      if (lane_[i] != kNotInHeap) {
        order.place(lane_[i]) = kInLane | i;
      }
    }
  }

  std::vector<std::uint32_t> lane_;  // its first and its last one, if any, are not kNotInHeap
  std::size_t head_ = 0;             // those before it have been removed
  std::vector<std::uint32_t> heap_;
};

}  // namespace dps::machines
