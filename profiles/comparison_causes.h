/// Why two results differ, and what to do about it (docs/compare.md, "Why, and what to do").
#pragma once

#include <vector>

#include "profiles/comparison.h"

namespace dps::profiles {

/// The differences of the processes by kind of work, the weightiest first. `made` has its sides,
/// makespan and rows.
///
/// A process that waits longer often waits for what another one does. So waiting is looked at only
/// after every computing, sending and taking that differs by more than is tolerated and, over all
/// clones, by at least half of what the makespans do, in the same direction.
std::vector<Cause> causes_of(const Comparison& made, const RunResult& a, const RunResult& b);

}  // namespace dps::profiles
