/// Activities, on which processes spend their time.
#pragma once

#include <cstdint>

#include "profiles/traces/event.h"

namespace dps::traces {

enum class Activity : std::uint8_t {
  kStart,     ///< before it starts
  kCompute,   ///< element: the computation
  kSend,      ///< element: the output
  kTake,      ///< reading and unpacking; element: the message type, here and below
  kUnderWay,  ///< from the end of the send, or the arrival if that is earlier, to the arrival
  kWakeUp,    ///< from the arrival to the start of taking
  kTimer,     ///< from the send that sets the timer to its arrival; element: the output
  kWait,      ///< for a message whose send was not recorded
  kEngine,    ///< between the others: choosing what to do, and recording it
  kCall,      ///< any other time in an MPI call; element: its line
  kEnd,       ///< without a further step, until the end of the run
  kHeld,      ///< a full buffer holds its send; element: the output
  kCore,      ///< it could work, but another process has the core; element: that of its work
  kPack,      ///< the first part of a send; element: the output
  kLink,      ///< under way for longer than alone, since others share a link; element: the output
};
constexpr Activity last_enumerator(Activity /*type*/) {
  return Activity::kLink;
}

/// The work of a process: computing, sending or taking.
struct Work {
  Activity activity = Activity::kEngine;
  std::uint32_t element = 0;  ///< see Activity
  std::uint32_t peer = 0;     ///< of a message: the other process

  bool operator==(const Work&) const = default;
};

/// The activity between this step of a process and its next one. The time after WAIT belongs to
/// the take that follows it.
constexpr Activity activity_after(EventKind kind) {
  switch (kind) {
    case EventKind::kComputationBegin:
      return Activity::kCompute;
    case EventKind::kSendBegin:
      return Activity::kSend;
    case EventKind::kWait:
    case EventKind::kProcessEnd:
      return Activity::kEnd;
    default:
      return Activity::kEngine;
  }
}

}  // namespace dps::traces
