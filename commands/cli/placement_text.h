/// Prints a placement for `dps check --hosts`.
#pragma once

#include <string>

#include "blueprint/program.h"
#include "coordinator/placement/placement.h"

namespace dps::commands {

/// A line for each host that serves a process: name, htags, processes; at most 1,000 hosts. Then
/// the number of idle hosts, and the warnings of oversubscription().
std::string placement_text(const blueprint::Program& program,
                           const coordinator::Placement& placement);

}  // namespace dps::commands
