/// The state of an engine that waits for ever, for the report of a deadlock.
#pragma once

#include "base/ids.h"
#include "blueprint/program.h"
#include "engine/deadlock_report.h"
#include "engine/engine.h"

namespace dps::engine {

/// The process of `engine`, which waits for a message, as an entry of deadlock_report().
WaitingProcess waiting_process(const blueprint::Program& program, ProcessId self,
                               const Engine& engine);

}  // namespace dps::engine
