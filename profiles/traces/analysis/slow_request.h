/// Why one request is slow: the path from the instant at which it fires a functionality back to its
/// start. Source: docs/trace.md, "Slow requests".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/request.h"
#include "base/result.h"
#include "base/statistics/histogram.h"
#include "profiles/traces/analysis/critical_path.h"
#include "profiles/traces/analysis/path_shares.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// The request whose age at the functionality has this nearest-rank quantile; the share 1 is the
/// oldest. Firings before `from`, in common time, do not count.
struct SlowQuestion {
  std::string ftag;
  statistics::QuantileShare quantile{};
  Ticks from = kLeastTicks;
};

struct SlowRequest {
  std::string no_request;       ///< the reason; then all else is empty
  std::uint64_t ages = 0;       ///< among which it has the quantile
  RequestFiring at;             ///< the firing, and the request
  std::vector<PathPart> own;    ///< in which processes work for the request, the longest first
  std::vector<PathPart> other;  ///< in which they work for others, or for none; likewise
};

/// `network`: that of the prediction, or null. Reads each event at most four times, and keeps the
/// ages, and the messages and firings of the request. Errors: those of EventCursor.
Result<SlowRequest> explain_slow(const Trace& trace, const SlowQuestion& question,
                                 NetworkView* network = nullptr);

}  // namespace dps::traces
