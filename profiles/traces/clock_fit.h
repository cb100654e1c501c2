/// Chooses the maps from the times of hosts to the common time.
/// Source: docs/trace.md, "Time".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "profiles/traces/event.h"

namespace dps::traces {

/// The map of a host adds `value` to its time `at`, give or take `error`.
struct ClockGate {
  Ticks at = 0;
  double value = 0;
  double error = 0;

  bool operator==(const ClockGate&) const = default;
};

/// A map of a host goes through both gates.
struct ClockGates {
  ClockGate first;
  ClockGate second;  ///< later
};

/// A message between two hosts, with the times of these.
struct Passage {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  Ticks sent = 0;  ///< start of its send
  Ticks arrived = 0;

  bool operator==(const Passage&) const = default;
};

/// common = time + offset + rate * time
struct ClockMap {
  Ticks offset = 0;
  double rate = 0;
};

/// A map for each host, such that no passage arrives before it was sent, as far as the gates allow.
/// It begins as the map without drift that is closest to the identity or, if there is none through
/// both gates, as that through their middles; messages move it as little as they require.
std::vector<ClockMap> fit_clocks(std::span<const ClockGates> hosts,
                                 std::span<const Passage> passages);

/// Replaces passages of one pair of hosts by the few that decide whether two linear maps bring any
/// of them before its send: the lower hull of their durations.
void keep_tightest(std::vector<Passage>& passages);

}  // namespace dps::traces
