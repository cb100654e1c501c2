#include "profiles/traces/analysis/path_end.h"

#include <algorithm>

#include "profiles/traces/analysis/last_step.h"

namespace dps::traces {

Result<PathEnd> find_path_end(const Trace& trace) {
  const TraceHead& head = trace.head();
  const bool counts_idle = head.kind == TraceKind::kPrediction || !head.complete;
  PathEnd found;
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    const auto last = last_step_of(trace, p);
    if (!last) {
      return tl::unexpected(last.error());
    }
    if (last->last_busy > found.last_busy) {
      found.process = p;
      found.last_busy = last->last_busy;
    }
    found.run = std::max(found.run, counts_idle ? last->end : last->last_busy);
  }
  return found;
}

}  // namespace dps::traces
