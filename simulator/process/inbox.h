/// Where a process gets its next message from: the transport, or its own timers.
#pragma once

#include <chrono>
#include <cstdint>

#include "base/ids.h"
#include "base/result.h"
#include "simulator/process/timers.h"
#include "transport/transport.h"

namespace dps::simulator {

/// Instants and spans count in nanoseconds, instants from the BEGIN instant of the run.
struct Received {
  MessageId mid{};
  ProcessId from{};
  std::uint64_t bytes = 0;
  std::int64_t due_ns = 0;    ///< a timer: when it was due; else when it was taken
  std::int64_t taken_ns = 0;  ///< when it was taken
  std::int64_t cost_ns = 0;   ///< what reading and unpacking took
};

/// Of a timer that is due and a message that waits, the timer goes first, and then they take turns:
/// so a timer is as punctual as the process is, and one that is always late starves no message.
class Inbox {
 public:
  Inbox(transport::Transport& transport, ProcessId self,
        std::chrono::steady_clock::time_point begin)
      : transport_(transport), self_(self), begin_(begin) {}

  [[nodiscard]] Timers& timers() { return timers_; }

  /// Waits for the next message and takes it. Errors: kInterrupted, by the stop signal; the
  /// transport's own.
  Result<Received> next();

  [[nodiscard]] std::int64_t now_ns() const {
    return (std::chrono::steady_clock::now() - begin_) / std::chrono::nanoseconds(1);
  }

 private:
  [[nodiscard]] bool timer_is_due() const;
  Received take_timer();
  Received take_message(std::chrono::nanoseconds reading);

  transport::Transport& transport_;  // borrowed
  ProcessId self_;
  std::chrono::steady_clock::time_point begin_;
  Timers timers_;
  bool timer_was_last_ = false;
};

}  // namespace dps::simulator
