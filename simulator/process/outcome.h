/// The outcome of a run of one process.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/interference.h"
#include "blueprint/engine/engine.h"
#include "blueprint/events/process_events.h"

namespace dps::simulator {

using events::Ending;

/// The end of a run of a process, and its missing messages if it was stopped while it waited.
struct ProcessOutcome {
  Ending ending = Ending::kComplete;
  std::string failure;                     ///< kFailed: the failure and its reason, in one line
  std::uint32_t unit = 0;                  ///< active unit at the end
  bool waiting = false;                    ///< kStopped: the process waited for a message
  std::vector<engine::Progress> progress;  ///< kStopped while waiting: by collection
  std::vector<engine::Unclaimed> unclaimed;
  std::vector<engine::QueuedMessages> queued;        ///< kStopped while waiting: in the process
  std::vector<engine::Contributions> contributions;  ///< contributions to collective operations
  Interference interference;                         ///< the interference in this run
};

}  // namespace dps::simulator
