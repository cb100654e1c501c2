/// The difference of two clocks as a line over time, with a bound of its error.
#pragma once

#include <cstdint>
#include <span>

#include "base/clocks/burst.h"

namespace dps::clocks {

/// offset + drift·(s - middle), where s is the clock of the client: its clock less that of the
/// reference. The default is the line of a process that has the clock of the reference.
struct ClockLine {
  Reading middle = 0;
  Reading offset = 0;      ///< at the middle
  double drift = 0;        ///< nanoseconds per nanosecond of the client
  double error = 0;        ///< nanoseconds, at the middle
  double error_drift = 0;  ///< growth of the error per nanosecond from the middle

  /// The offset at `s`, in nanoseconds of the client's clock.
  [[nodiscard]] Reading offset_at(Reading s) const;
  /// The line is wrong by at most this, in nanoseconds, as long as the speeds of the clocks do not
  /// change.
  [[nodiscard]] double error_at(Reading s) const;

  /// The clock of the reference when that of the client shows s, and the inverse, to 1 ns.
  [[nodiscard]] Reading reference_of(Reading s) const { return s - offset_at(s); }
  [[nodiscard]] Reading client_of(Reading r) const;

  bool operator==(const ClockLine&) const = default;
};

/// The line of least squares through bursts with the same two clocks, in the order of their time.
/// There must be two bursts that do not overlap, at least.
///
/// The error: let u be the uncertainty of a burst, E the largest u + |its offset - line|, b the
/// drift of the line, T the longest duration of a burst, and `span` the time from the first burst
/// to the last. The clocks drift during a burst, too, by at most T/2 (|b| + 2E/span) from its
/// middle. So E' = (E + |b| T/2)/(1 - T/span) bounds the error of the line at each burst, hence
/// between them, and |s - m| 2E'/span bounds its growth elsewhere, at s.
/// Source: Jones and Koenig, CCPE 25, 2013, for the drift.
ClockLine fit_line(std::span<const Burst> bursts);

/// The line of a client whose reference is itself the client of another one: between the client
/// and that other one. Errors add up.
ClockLine compose(const ClockLine& client, const ClockLine& reference);

/// True if the lines are further apart at `s` than both errors allow: the speed of a clock has
/// changed between them, and measurements made with the first line must be repeated.
bool disagree(const ClockLine& one, const ClockLine& other, Reading s);

}  // namespace dps::clocks
