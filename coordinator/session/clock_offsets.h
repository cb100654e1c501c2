/// The clock offsets of all hosts of a session, measured before the first run and after each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "coordinator/agents/deadlines.h"
#include "coordinator/agents/host_clock.h"
#include "transport/control/frames.h"

namespace dps::coordinator {

/// The period of an exchange: before and during runs, or while records are collected.
enum class ClockSeries : std::uint8_t { kBefore, kAfter };

/// Determines when each host gets a PING; the session sends it. Hosts are indices in
/// Placement::hosts.
class ClockOffsets {
 public:
  /// With `shares_clock`, all agents use our clock: nothing is measured, and all offsets are 0.
  ClockOffsets(std::size_t hosts, bool shares_clock);

  /// Begins a series of exchanges with every host. The caller sends the first PING to each.
  void begin_series();
  /// Called when a PONG has arrived. Returns true if the caller has to send the next PING of the
  /// series to the host, without a pause.
  bool on_answer(std::uint32_t host, const control::PongFrame& pong, TimePoint now,
                 ClockSeries series);
  /// True if every host has answered all PINGs of the series.
  [[nodiscard]] bool is_series_complete() const;

  /// The offset that converts an instant of our clock to the clock of the host.
  [[nodiscard]] Nanoseconds offset(std::uint32_t host) const;
  /// The largest error of the offsets: half the longest round trip.
  [[nodiscard]] Nanoseconds largest_error() const;
  [[nodiscard]] ClockReport report(std::uint32_t host) const;
  /// `used`: the offset with which the run has begun.
  [[nodiscard]] ClockReadings readings(std::uint32_t host, Nanoseconds used) const {
    return {used, before_[host], after_[host]};
  }
  /// Called when the host was lost: no more answers are expected.
  void forget(std::uint32_t host) {
    lost_[host] = true;
    missing_[host] = 0;
  }

 private:
  bool shares_clock_;
  std::vector<HostClock> before_;       // before the first run and during runs
  std::vector<HostClock> after_;        // while records are collected
  std::vector<std::uint32_t> missing_;  // outstanding answers of the series, by host
  std::vector<bool> lost_;              // by host
};

}  // namespace dps::coordinator
