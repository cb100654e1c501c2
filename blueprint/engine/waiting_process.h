/// The description of a process that waits forever, for the deadlock report.
#pragma once

#include <cstdint>
#include <span>

#include "base/ids.h"
#include "blueprint/engine/deadlock_report.h"
#include "blueprint/engine/engine.h"
#include "blueprint/engine/progress.h"
#include "blueprint/program.h"

namespace dps::engine {

/// Describes the process `self`, which waits for a message in unit `unit` of its plan. The numbers
/// may come from another host: a unit or message type outside the program is printed as "?", and an
/// entry of `progress` outside it is left out. Unclaimed messages are added up over their senders.
WaitingProcess waiting_process(const blueprint::Program& program, ProcessId self,
                               std::uint32_t unit, std::span<const Progress> progress,
                               std::span<const Unclaimed> unclaimed);

/// Adds the messages that wait in the process (Engine::queued()). `output` of an entry is a
/// position in Program::outputs, and may be outside it.
void add_queued(const blueprint::Program& program, ProcessId self,
                std::span<const QueuedMessages> queued, WaitingProcess& waiting);

/// Describes the process of an engine.
WaitingProcess waiting_process(const blueprint::Program& program, ProcessId self,
                               const Engine& engine);

}  // namespace dps::engine
