/// The clock offsets of all hosts of a session, measured before the first run and after each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "control/frames.h"
#include "coordinator/agents/host_clock.h"
#include "coordinator/agents/time_point.h"

namespace dps::coordinator {

enum class ClockSeries : std::uint8_t { kBefore, kAfter };

/// Decides how many PINGs each host gets; the session sends them. Hosts are positions in
/// Placement::hosts.
class ClockOffsets {
 public:
  /// If all agents share our clock nothing is measured and every offset is 0.
  ClockOffsets(std::size_t hosts, bool shares_clock);

  /// Begins a series of exchanges with every host; the caller sends each the first PING.
  void begin_series();
  /// PONG. True if the host is to be sent the next PING of the series at once: with no pause
  /// between them the shortest round trip is found soonest.
  bool on_answer(std::uint32_t host, const control::PongFrame& pong, TimePoint now,
                 ClockSeries series);
  /// Every host has answered the PINGs of the series.
  [[nodiscard]] bool is_series_complete() const;

  /// What to add to one of our instants to get the host's.
  [[nodiscard]] Nanoseconds offset(std::uint32_t host) const;
  /// The largest error of the offsets: half the longest round trip.
  [[nodiscard]] Nanoseconds largest_error() const;
  [[nodiscard]] ClockReport report(std::uint32_t host) const;

 private:
  bool shares_clock_;
  std::vector<HostClock> before_;       // before the first run and during runs
  std::vector<HostClock> after_;        // while records are collected
  std::vector<std::uint32_t> missing_;  // answers of the series, by host
};

}  // namespace dps::coordinator
