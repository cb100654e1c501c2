/// A placement as `dps check --hosts` shows it.
#pragma once

#include <string>

#include "blueprint/program.h"
#include "coordinator/placement/placement.h"

namespace dps::coordinator {

/// A line per host that serves a process: its name, its htags, its processes; hosts in their order,
/// of very many the first. Then what the user should know (crowding()).
std::string placement_text(const blueprint::Program& program, const Placement& placement);

}  // namespace dps::coordinator
