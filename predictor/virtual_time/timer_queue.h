/// The timers of all processes of a prediction that have been set and are not due yet.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "base/time_units.h"
#include "predictor/machines/wide.h"

namespace dps::predictor {

/// Timers in the order of the instants at which they are due; equal instants in the order in which
/// they were set.
class TimerQueue {
 public:
  /// `sequence` must increase with every call; `id` is the number of the message.
  void push(Picoseconds due, std::uint64_t sequence, std::uint32_t id) {
    queue_.push({due, sequence, id});
    next_ = queue_.top().due;
  }
  [[nodiscard]] bool empty() const { return queue_.empty(); }
  /// The instant at which the first timer is due; kNever if there is none.
  [[nodiscard]] Picoseconds next() const { return next_; }
  /// Removes the first timer and returns its message. There must be one.
  std::uint32_t pop() {
    const std::uint32_t id = queue_.top().id;
    queue_.pop();
    next_ = queue_.empty() ? machines::kNever : queue_.top().due;
    return id;
  }

 private:
  struct Timer {
    Picoseconds due;
    std::uint64_t sequence;
    std::uint32_t id;
    bool operator>(const Timer& other) const {
      return due != other.due ? due > other.due : sequence > other.sequence;
    }
  };

  std::priority_queue<Timer, std::vector<Timer>, std::greater<>> queue_;
  Picoseconds next_ = machines::kNever;  // of queue_: read at each instant
};

}  // namespace dps::predictor
