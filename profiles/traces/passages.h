/// The messages between hosts in a trace.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/result.h"
#include "profiles/traces/clock_fit.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// A message from the start of its send to its arrival, in common time.
struct Flight {
  std::uint32_t from = 0;    ///< a process
  std::uint32_t to = 0;      ///< a process
  std::uint32_t output = 0;  ///< that sent it
  Ticks sent = 0;
  Ticks arrived = 0;
};

/// Calls `visit` for each message whose send and arrival were recorded, timers excepted, in the
/// order in which both are known. Memory grows with the messages under way. Errors: those of
/// EventCursor.
Result<void> for_each_flight(const Trace& trace, const std::function<void(const Flight&)>& visit);

/// Calls `visit` for each message between two hosts whose send and arrival were recorded. Memory
/// grows with the messages under way, not with their number. Errors: those of EventCursor.
Result<void> for_each_passage(const Trace& trace, const std::function<void(const Passage&)>& visit);

/// The passages that decide on the maps of the hosts (keep_tightest()).
Result<std::vector<Passage>> tightest_passages(const Trace& trace);

/// The messages that arrive before their sends begin, by the maps of the hosts.
struct Violations {
  std::uint64_t count = 0;
  Ticks largest = 0;
};
Result<Violations> violations_of(const Trace& trace);

}  // namespace dps::traces
