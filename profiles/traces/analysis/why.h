/// Why a run took so long: its critical path, the causes of its waits, and the imbalance of clones.
/// Source: docs/trace.md, "Why".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "profiles/traces/analysis/critical_path.h"
#include "profiles/traces/analysis/next_path.h"
#include "profiles/traces/analysis/path_shares.h"
#include "profiles/traces/analysis/waits.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// The clones of a P line are busy for different times, in the unit of the trace.
struct Imbalance {
  std::uint32_t group = 0;
  std::uint32_t busiest = 0;  ///< process
  double most = 0;
  double mean = 0;
};

struct Explanation {
  std::string no_path;  ///< the reason; then all else is empty
  CriticalPath path;
  std::vector<PathPart> shares;      ///< the longest first
  std::optional<NextPath> next;      ///< without the work of the group that has most of it
  std::vector<Waits> waits;          ///< likewise
  std::vector<Imbalance> imbalance;  ///< the largest difference of most and mean first
  std::vector<TypeWork> types;       ///< by mid
};

/// `network`: that of the prediction, or null. Errors: those of EventCursor.
Result<Explanation> explain(const Trace& trace, NetworkView* network = nullptr);

}  // namespace dps::traces
