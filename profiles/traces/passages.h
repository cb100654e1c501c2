/// The messages between hosts in a trace.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/result.h"
#include "profiles/traces/clock_fit.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

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
