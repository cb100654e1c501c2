/// The latencies of messages in a trace of a prediction. Source: docs/language.md.
#pragma once

#include <cstdint>
#include <vector>

#include "base/statistics/latencies.h"
#include "blueprint/program.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// The latencies of one message type, without timers.
struct NaiveTotals {
  std::vector<std::uint64_t> totals;  ///< from the beginning of the send to the first use
  statistics::UnclaimedMessages unclaimed;
};

/// The latencies by mid. The trace must be complete.
std::vector<NaiveTotals> naive_totals(const blueprint::Program& program, const Trace& trace);

}  // namespace dps::traces
