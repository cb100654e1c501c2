/// The delayed messages (-d) of a process to itself that have not been taken.
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "base/ids.h"
#include "base/request.h"
#include "base/time_units.h"

namespace dps::simulator {

/// A message that a timer sends.
struct TimerMessage {
  MessageId mid{};
  std::uint64_t bytes = 0;
  Nanoseconds set{};  ///< when it was set; it may have been due earlier
  Request request{};
};

/// Timers in the order of the instants at which they are due; equal instants in the order of add().
class Timers {
 public:
  /// `due` counts from the BEGIN instant of the run.
  void add(Nanoseconds due, const TimerMessage& message);

  [[nodiscard]] bool empty() const { return pending_.empty(); }
  /// The instant at which the next timer is due. There must be one.
  [[nodiscard]] Nanoseconds next_due() const { return pending_.top().due; }
  /// Removes and returns the next timer. There must be one.
  TimerMessage pop();

 private:
  struct PendingTimer {
    Nanoseconds due;
    std::uint64_t sequence;
    TimerMessage message;
  };
  struct Later {
    bool operator()(const PendingTimer& a, const PendingTimer& b) const {
      return a.due != b.due ? a.due > b.due : a.sequence > b.sequence;
    }
  };

  std::priority_queue<PendingTimer, std::vector<PendingTimer>, Later> pending_;
  std::uint64_t added_ = 0;
};

}  // namespace dps::simulator
