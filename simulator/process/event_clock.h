/// The clock readings of a run: which clock is read at an event, and when the last reading will do.
#pragma once

#include <chrono>
#include <cstdint>

#include "base/time_units.h"
#include "blueprint/events/times.h"
#include "profiles/process_clock.h"
#include "profiles/record.h"

namespace dps::simulator {

using profiles::Level;

/// Reads as few clocks as the level allows. A reading of CPU time costs far more than one of real
/// time, so each level reads CPU time only at the events whose differences it keeps; there, events
/// with nothing between them that takes time are of one instant and share one reading.
///
/// Clock: `Times now()`, `Times soon()`, `Times next()` and `Nanoseconds real()`, as ProcessClock
/// has them; tests have one of their own.
template <Level level, bool has_every_instant, typename Clock = profiles::ProcessClock>
class EventClock {
 public:
  /// `clock` is borrowed. `begin` is the BEGIN instant of the run on CLOCK_MONOTONIC.
  EventClock(Clock& clock, Nanoseconds begin) : clock_(clock), begin_(begin) {}

  // The times of events.

  profiles::Times process_begin() { return keep(clock_.now()); }
  profiles::Times process_end() { return keep(clock_.now()); }
  /// At every level with its real time: timers count from it.
  profiles::Times unit_begin() {
    if constexpr (level >= Level::kUnit) {
      return has_times_ ? times_ : keep(clock_.next());
    } else {
      return {real(), {}, {}};
    }
  }
  profiles::Times functionality_begin() {
    if constexpr (level == Level::kFunctionality) {
      return has_times_ ? times_ : keep(clock_.next());
    } else {
      return optional_instant();
    }
  }
  profiles::Times functionality_end() {
    if constexpr (level == Level::kFunctionality) {
      return has_times_ ? times_ : keep(clock_.soon());
    } else {
      return optional_instant();
    }
  }
  /// The instant of an event that only consumers of every detail need; others get the latest
  /// reading.
  profiles::Times optional_instant() {
    if constexpr (has_every_instant) {
      return {real(), {}, {}};
    } else {
      return {latest_, {}, {}};
    }
  }

  // The clock is read before and after everything between events that takes time.

  /// The last reading of real time, if only the engine has worked since: one step of it takes less
  /// than another reading.
  Nanoseconds real() { return has_real_ ? latest_ : read_real(); }
  /// After something that takes time.
  Nanoseconds read_real() {
    passed(clock_.real() - begin_);
    return latest_;
  }
  /// Something took time, which ended at `now`, this instant.
  void passed(Nanoseconds now) {
    latest_ = now;
    has_real_ = true;
    has_times_ = false;
  }
  /// Something took time, and no clock was read.
  void passed() { has_real_ = has_times_ = false; }

  /// An instant of CLOCK_MONOTONIC, since the BEGIN instant.
  [[nodiscard]] Nanoseconds instant(std::chrono::steady_clock::time_point time) const {
    return time.time_since_epoch() - begin_;
  }
  /// The latest instant that was read.
  [[nodiscard]] Nanoseconds latest() const { return latest_; }

 private:
  profiles::Times keep(const profiles::Times& reading) {
    times_ = {reading.real - begin_, reading.user, reading.sys};
    has_times_ = true;
    latest_ = times_.real;
    has_real_ = false;  // reading CPU time takes longer than reading real time
    return times_;
  }

  Clock& clock_;
  Nanoseconds begin_;
  profiles::Times times_;
  Nanoseconds latest_{};
  bool has_times_ = false;  ///< nothing that takes time has happened since times_ was read
  bool has_real_ = false;   ///< the same for latest_
};

}  // namespace dps::simulator
