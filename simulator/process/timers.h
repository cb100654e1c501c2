/// The messages that a process has sent to itself with -d and that are not yet taken.
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "base/ids.h"

namespace dps::simulator {

/// A message that a timer sends.
struct TimerMessage {
  MessageId mid{};
  std::uint64_t bytes = 0;
};

/// In the order in which they are due; of those due at one instant, in the order of add().
class Timers {
 public:
  /// `due_ns` counts from the BEGIN instant, as does all here.
  void add(std::int64_t due_ns, const TimerMessage& message);

  [[nodiscard]] bool empty() const { return pending_.empty(); }
  [[nodiscard]] std::uint64_t count() const { return pending_.size(); }
  /// When the next one is due. Not when empty().
  [[nodiscard]] std::int64_t next_due_ns() const { return pending_.top().due_ns; }
  /// Takes out the next one. Not when empty().
  TimerMessage pop();

 private:
  struct Pending {
    std::int64_t due_ns;
    std::uint64_t sequence;
    TimerMessage message;
  };
  struct Later {
    bool operator()(const Pending& a, const Pending& b) const {
      return a.due_ns != b.due_ns ? a.due_ns > b.due_ns : a.sequence > b.sequence;
    }
  };

  std::priority_queue<Pending, std::vector<Pending>, Later> pending_;
  std::uint64_t added_ = 0;
};

}  // namespace dps::simulator
