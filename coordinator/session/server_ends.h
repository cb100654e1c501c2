/// When the profile of a server ends: with the run, not with the moment at which that was noticed.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "blueprint/program.h"
#include "coordinator/session/quiescence.h"
#include "profiles/record.h"

namespace dps::coordinator {

/// Takes from the real time of a server that waited, and of its active unit, what lies after
/// `quiet_ns` (since BEGIN), when the last process became complete and the last server idle. A
/// server that has worked since `last` was read keeps its end.
void end_with_run(profiles::ProcessRecord& record, const Counters& last, std::int64_t quiet_ns);

}  // namespace dps::coordinator
