/// The activities of a process from its start to its end, without gaps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "profiles/traces/analysis/activity.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// Times are common time.
struct ActivityTime {
  Activity activity = Activity::kEngine;
  std::uint32_t element = 0;  ///< see Activity
  std::uint32_t peer = 0;     ///< of a message: the other process
  Ticks begin = 0;
  Ticks end = 0;  ///< not before begin
};

/// Calls `visit(ActivityTime)` in the order of time for each time between two steps. A take is
/// an activity of its own, and the wait before it is for its message. Errors: those of EventCursor.
template <typename Visit>
Result<void> for_each_activity(const Trace& trace, std::uint32_t process, Visit visit) {
  const TraceHead& head = trace.head();
  const TraceHost& host = head.hosts[head.processes[process].host];
  std::optional<ActivityTime> open;  // since the last step
  constexpr std::uint32_t kNoCall = ~std::uint32_t{0};
  std::uint32_t call = kNoCall;  // of MPI: its line
  const auto close = [&](Ticks end) {
    open->end = std::max(end, open->begin);
    visit(*open);
  };
  auto done = for_each_event(trace, process, [&](const Event& event) {
    if (is_hold(event.kind) && open) {
      const Ticks time = host.common(event.time);
      close(time);
      const bool is_held = event.kind == EventKind::kSendHeld;
      open = ActivityTime{is_held ? Activity::kHeld : Activity::kSend, event.element, event.peer,
                          time, time};
      return;
    }
    if (!is_own_step(event.kind)) {
      return;
    }
    const Ticks time = host.common(event.time);
    const bool is_take = event.kind == EventKind::kTake;
    if (open && (is_take || event.kind == EventKind::kReleased) &&
        open->activity == Activity::kEnd) {
      open->activity = Activity::kWait;
      open->element = event.element;
      open->peer = event.peer;
    }
    if (open && is_take) {
      close(std::min(host.common(event.time - event.work), time));
      visit(ActivityTime{Activity::kTake, event.element, event.peer, open->end,
                         std::max(time, open->end)});
    } else if (open) {
      close(time);
    }
    if (event.kind == EventKind::kFunctionalityBegin && head.is_mpi_program()) {
      call = head.functionality_number(process, event.element);
    } else if (event.kind == EventKind::kFunctionalityEnd) {
      call = kNoCall;
    }
    open = ActivityTime{activity_after(event.kind), event.element, event.peer, time, time};
    if (call != kNoCall && open->activity == Activity::kEngine) {
      open->activity = Activity::kCall;
      open->element = call;
    }
  });
  if (done && open) {
    close(host.common(head.processes[process].end));
  }
  return done;
}

}  // namespace dps::traces
