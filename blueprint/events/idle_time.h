/// Computes the idle time of a process from its events.
#pragma once

#include <optional>

namespace dps::events {

/// Computes idle time for a consumer of events: a process is idle from wait() until it begins to
/// take a message, or until it ends.
template <typename Time>
class IdleTime {
 public:
  void wait(Time at) { since_ = at; }
  [[nodiscard]] bool waits() const { return since_.has_value(); }

  /// The time that ends with this take(). None if the process was not idle since the last one.
  Time take(Time at, Time work) { return end(at - work); }

  /// The time that ends with a late message, which a process takes that is complete but for
  /// messages that wait in it. None after process_end().
  Time late(Time at) { return end(at); }

  /// The time that ends with the process.
  Time process_end(Time at) { return end(at); }

 private:
  Time end(Time at) {
    const Time idle = since_ && *since_ < at ? at - *since_ : Time{};
    since_.reset();
    return idle;
  }

  std::optional<Time> since_;
};

}  // namespace dps::events
