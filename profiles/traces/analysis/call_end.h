/// The call of MPI whose end depended on another call. Source: docs/trace.md, "MPI programs".
#pragma once

#include <cstdint>

#include "profiles/traces/analysis/activity.h"
#include "profiles/traces/backward_cursor.h"

namespace dps::traces {

/// Moves the cursor, which is in a call, before its FUNC_BEGIN. Returns the work that names the
/// time of the call: taking the last message that has come, whose TAKE is the first one; else
/// sending its last message; else being in it. `line`: that of the call.
inline Work leave_call(BackwardCursor& cursor, std::uint32_t line) {
  Work work{Activity::kCall, line, 0};
  bool is_inside = true;
  for (; is_inside && cursor.previous() != nullptr; cursor.retreat()) {
    const Event& event = *cursor.previous();
    if (event.kind == EventKind::kTake) {
      work = {Activity::kTake, event.element, event.peer};
    } else if (event.kind == EventKind::kSendBegin && work.activity == Activity::kCall) {
      work = {Activity::kSend, event.element, event.peer};
    }
    is_inside = event.kind != EventKind::kFunctionalityBegin;
  }
  return work;
}

}  // namespace dps::traces
