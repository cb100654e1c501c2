/// Estimates the offset between the clock of a host and ours.
#pragma once

#include <cstdint>

#include "base/time_units.h"

namespace dps::coordinator {

/// The offset of a host's CLOCK_MONOTONIC from ours. The exchange with the shortest round trip
/// counts, until it is so old that a newer one is better because of the possible drift.
/// Source: Cristian's algorithm: the offset is their time minus the middle of our two times; the
/// error is half the round trip.
class HostClock {
 public:
  /// Evaluates an exchange: PING was sent at `sent` and answered at `theirs` on the host's clock;
  /// the answer arrived at `now`.
  void on_answer(Nanoseconds sent, Nanoseconds theirs, Nanoseconds now);

  [[nodiscard]] bool is_measured() const { return answers_ > 0; }
  [[nodiscard]] std::uint32_t answers() const { return answers_; }
  [[nodiscard]] Nanoseconds offset() const { return offset_; }
  /// The largest possible error of the offset at measured().
  [[nodiscard]] Nanoseconds error() const { return error_; }
  [[nodiscard]] Nanoseconds measured() const { return measured_; }

 private:
  Nanoseconds offset_{};
  Nanoseconds error_{};
  Nanoseconds measured_{};
  std::uint32_t answers_ = 0;
};

/// The measurements of a host's clock around a run. They are not measured if the host uses our
/// clock.
struct ClockReadings {
  Nanoseconds used{};  ///< the offset with which BEGIN was sent
  HostClock before;    ///< measured before and during the run
  HostClock after;
};

/// The clock of a host over a run.
struct ClockReport {
  Nanoseconds offset{};  ///< the offset that was used for the run
  Nanoseconds error{};   ///< its largest possible error at any instant of the run
  double drift_ppm = 0;  ///< relative to our clock; 0 if it is too small to be measured
};
ClockReport compare(const HostClock& before, const HostClock& after);

}  // namespace dps::coordinator
