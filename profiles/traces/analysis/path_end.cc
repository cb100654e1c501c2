#include "profiles/traces/analysis/path_end.h"

#include <algorithm>
#include <cstddef>

#include "profiles/traces/analysis/activity.h"
#include "profiles/traces/backward_cursor.h"

namespace dps::traces {
namespace {

/// The last step of a process. Times are common time.
struct LastStep {
  Ticks end = 0;        ///< of the process
  Ticks last_busy = 0;  ///< its end, or the start of the wait in which it was stopped
};

/// True for the end of a span that ends with its process when the process is stopped.
bool ends_with_process(EventKind kind) {
  return kind == EventKind::kFunctionalityEnd || kind == EventKind::kUnitEnd;
}

/// Moves the cursor past arrivals and late messages.
const Event* step_before(BackwardCursor& cursor) {
  while (cursor.previous() != nullptr && !is_own_step(cursor.previous()->kind)) {
    cursor.retreat();
  }
  return cursor.previous();
}

/// Reads the last events of the process. Errors: those of EventCursor.
Result<LastStep> last_step_of(const Trace& trace, std::uint32_t process) {
  const TracedProcess& traced = trace.head().processes[process];
  const TraceHost& host = trace.head().hosts[traced.host];
  constexpr std::size_t kFew = 16;
  BackwardCursor cursor(trace, process, kFew);
  LastStep last{host.common(traced.end), std::numeric_limits<Ticks>::min()};
  const Event* step = step_before(cursor);
  if (step != nullptr) {
    last.end = std::max(last.end, host.common(step->time));
    last.last_busy = last.end;
    const bool has_ended = step->kind == EventKind::kProcessEnd;
    const bool is_complete = has_ended && !step->has(Flag::kStopped) && !step->has(Flag::kFailed);
    if (has_ended) {
      cursor.retreat();
    }
    while (!is_complete && (step = step_before(cursor)) != nullptr &&
           ends_with_process(step->kind)) {
      cursor.retreat();
    }
    if (!is_complete && step != nullptr && step->kind == EventKind::kWait) {
      last.last_busy = host.common(step->time);
    }
  }
  return cursor.error() ? Result<LastStep>(tl::unexpected(*cursor.error())) : last;
}

}  // namespace

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
