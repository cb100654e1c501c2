/// Names processes for people.
#pragma once

#include <string>

#include "blueprint/process_set.h"
#include "blueprint/program.h"

namespace dps::blueprint {

/// Returns a list of names: "Master.p[0]", "Worker.p" (all clones), "Worker.p[1..3]". After `most`
/// names it ends in "and 12 more processes". Returns "no process" for an empty set.
std::string names_of(const Program& program, const ProcessSet& processes, std::size_t most = 3);

/// Like names_of(), but with the indices even of all clones of a P line: "Worker.p[0..3]".
std::string ranged_names_of(const Program& program, const ProcessSet& processes,
                            std::size_t most = 3);

/// Returns "Worker.p ×4", or "Master.p[0]" if the group has one process.
std::string name_of(const Program& program, const ProcessGroup& group);

}  // namespace dps::blueprint
