/// Processes as a person names them.
#pragma once

#include <string>

#include "blueprint/process_set.h"
#include "blueprint/program.h"

namespace dps::blueprint {

/// "Master.p[0]", "Worker.p" (all clones of several), "Worker.p[1..3]", or several of these with
/// commas; of more than `most`: the first ones "and 12 more processes". Nobody: "nobody".
std::string names_of(const Program& program, const ProcessSet& processes, std::size_t most = 3);

/// "Worker.p ×4", or "Master.p[0]" if there is one only.
std::string name_of(const Program& program, const ProcessGroup& group);

}  // namespace dps::blueprint
