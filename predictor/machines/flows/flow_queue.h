/// Flows in the order in which they end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "predictor/machines/flows/flows.h"
#include "predictor/machines/indexed_heap.h"

namespace dps::machines {

/// The order is that of FlowOrder. Flows that begin later usually end later; those are in a lane,
/// first in, first out, and only the others are in a heap. The caller owns the flows and their
/// ends; a flow that is in the queue has its position in `place`.
class FlowQueue {
 public:
  [[nodiscard]] bool empty() const { return head_ == lane_.size() && heap_.empty(); }
  /// There must be one.
  [[nodiscard]] std::uint32_t first(Flows& flows) const {
    if (head_ == lane_.size()) {
      return heap_[0];
    }
    return heap_.empty() || FlowOrder{flows}.before(lane_[head_], heap_[0]) ? lane_[head_]
                                                                            : heap_[0];
  }

  void push(std::uint32_t flow, Flows& flows) {
    if (head_ == lane_.size()) {
      lane_.clear();
      head_ = 0;
    } else if (FlowOrder{flows}.before(flow, lane_.back())) {
      IndexedHeap<FlowOrder>(heap_, FlowOrder{flows}).push(flow);
      return;
    }
    if (head_ > kManyPassed && head_ > lane_.size() / 2) {
      drop_passed(flows);
    }
    flows[flow].place = kInLane | static_cast<std::uint32_t>(lane_.size());
    lane_.push_back(flow);
  }

  void erase(std::uint32_t flow, Flows& flows) {
    const std::uint32_t place = flows[flow].place;
    if ((place & kInLane) == 0) {
      IndexedHeap<FlowOrder>(heap_, FlowOrder{flows}).erase(flow);
      return;
    }
    lane_[place & ~kInLane] = kNoFlow;
    while (head_ < lane_.size() && lane_[head_] == kNoFlow) {
      ++head_;
    }
    while (head_ < lane_.size() && lane_.back() == kNoFlow) {
      lane_.pop_back();
    }
  }

  /// The end of the flow has changed.
  void update(std::uint32_t flow, Flows& flows) {
    erase(flow, flows);
    push(flow, flows);
  }

  /// Removes all flows and returns them.
  std::vector<std::uint32_t> take_all() {
    std::vector<std::uint32_t> all = std::exchange(heap_, {});
    for (; head_ < lane_.size(); ++head_) {
      if (lane_[head_] != kNoFlow) {
        all.push_back(lane_[head_]);
      }
    }
    return all;
  }

 private:
  static constexpr std::uint32_t kInLane = 0x80000000;
  static constexpr std::size_t kManyPassed = 64;

  /// Reuses the memory before the head. Amortised cost: one move for each flow.
  void drop_passed(Flows& flows) {
    lane_.erase(lane_.begin(), lane_.begin() + static_cast<std::ptrdiff_t>(head_));
    head_ = 0;
    for (std::uint32_t i = 0; i < lane_.size(); ++i) {
      if (lane_[i] != kNoFlow) {
        flows[lane_[i]].place = kInLane | i;
      }
    }
  }

  std::vector<std::uint32_t> lane_;  // its first and its last one, if any, are not kNoFlow
  std::size_t head_ = 0;             // those before it have been removed
  std::vector<std::uint32_t> heap_;
};

}  // namespace dps::machines
