/// The latencies of messages in a trace of a prediction, by the words of docs/language.md.
#pragma once

#include <cstdint>
#include <vector>

#include "base/statistics/latencies.h"
#include "blueprint/program.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// Those of one message type, timers aside.
struct NaiveTotals {
  std::vector<std::uint64_t> totals;  ///< from the begin of the send to the first use
  statistics::UnclaimedMessages unclaimed;
};

/// By mid. The trace is complete.
std::vector<NaiveTotals> naive_totals(const blueprint::Program& program, const Trace& trace);

}  // namespace dps::traces
