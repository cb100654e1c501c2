/// The clock readings of a run: selects the clock that is read at an event, or reuses the last
/// reading.
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
/// between which nothing takes time are simultaneous and share one reading.
///
/// Clock: has `Times now()`, `Times soon()`, `Times next()` and `Nanoseconds real()`, as specified
/// by ProcessClock; tests use a Clock of their own.
template <Level level, bool has_every_instant, typename Clock = profiles::ProcessClock>
class EventClock {
 public:
  /// `clock` is borrowed. `begin` is the BEGIN instant of the run on CLOCK_MONOTONIC.
  EventClock(Clock& clock, Nanoseconds begin) : clock_(clock), begin_(begin) {}

  // The times of events.

  profiles::Times process_begin() { return keep(clock_.now()); }
  profiles::Times process_end() { return keep(clock_.now()); }
  /// Contains the real time at every level, since timers count from the beginning of the unit.
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
  /// The instant of an event, for consumers of every detail; for others, which do not use it, the
  /// latest reading.
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
  /// Reads the real time; called after something that takes time.
  Nanoseconds read_real() {
    passed(clock_.real() - begin_);
    return latest_;
  }
  /// Called after something that took time and ended at `now`, the present instant.
  void passed(Nanoseconds now) {
    latest_ = now;
    has_real_ = true;
    has_times_ = false;
  }
  /// Called after something that took time, if no clock was read at its end.
  void passed() { has_real_ = has_times_ = false; }

  /// Converts an instant of CLOCK_MONOTONIC to the time since the BEGIN instant.
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
  bool has_real_ = false;   ///< likewise since latest_ was read
};

}  // namespace dps::simulator
