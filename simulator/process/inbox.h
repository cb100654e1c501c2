/// The next message of a process, from the transport or from its own timers.
#pragma once

#include <chrono>
#include <cstdint>

#include "base/ids.h"
#include "base/request.h"
#include "base/result.h"
#include "base/time_units.h"
#include "simulator/process/timers.h"
#include "transport/transport.h"

namespace dps::simulator {

/// Instants count from the BEGIN instant of the run.
struct ReceivedMessage {
  MessageId mid{};
  ProcessId from{};
  bool is_timer = false;
  std::uint64_t bytes = 0;
  Nanoseconds due{};  ///< when the timer was due; for other messages, when it was taken
  /// For a timer, the first instant at which it was both due and set; for other messages, the
  /// instant of the read or poll that found the message, before which the process cannot begin to
  /// take it.
  Nanoseconds arrived{};
  bool was_there = false;  ///< transport::Arrival::was_there
  Nanoseconds taken{};
  Nanoseconds work{};  ///< spent on reading and unpacking
  Request request{};
};

/// A timer that is due precedes waiting messages; after that, timers and messages alternate. So
/// timers are as punctual as possible, and timers that are always late do not starve messages.
class Inbox {
 public:
  Inbox(transport::Transport& transport, ProcessId self,
        std::chrono::steady_clock::time_point begin)
      : transport_(transport), self_(self), begin_(begin) {}

  [[nodiscard]] Timers& timers() { return timers_; }

  /// Waits for the next message and takes it. Errors: kInterrupted, by the stop signal; the
  /// transport's own.
  Result<ReceivedMessage> next();

  [[nodiscard]] Nanoseconds now() const { return std::chrono::steady_clock::now() - begin_; }

 private:
  [[nodiscard]] bool timer_is_due() const;
  ReceivedMessage take_timer();
  ReceivedMessage take_message(Nanoseconds reading);

  transport::Transport& transport_;  // borrowed
  ProcessId self_;
  std::chrono::steady_clock::time_point begin_;
  Timers timers_;
  bool timer_was_last_ = false;
};

}  // namespace dps::simulator
