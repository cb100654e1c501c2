/// What an engine that waits for ever tells of itself.
#pragma once

#include "base/ids.h"
#include "blueprint/program.h"
#include "engine/deadlock_report.h"
#include "engine/engine.h"

namespace dps::engine {

/// The process that `engine` plays, for deadlock_report(). It waits for a message.
WaitingProcess waiting_process(const blueprint::Program& program, ProcessId self,
                               const Engine& engine);

}  // namespace dps::engine
