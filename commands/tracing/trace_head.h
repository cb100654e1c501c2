/// The description of a program in a trace.
#pragma once

#include "blueprint/program.h"
#include "profiles/traces/head.h"

namespace dps::commands {

/// Returns a head with the lines, components, plans, groups and processes of the program. All
/// processes are on host 0; the caller adds the hosts.
traces::TraceHead trace_head_of(const blueprint::Program& program);

}  // namespace dps::commands
