/// Explains the difference of two results and gives advice (docs/compare.md, "Causes and advice").
#pragma once

#include <vector>

#include "profiles/comparison/comparison.h"

namespace dps::profiles {

/// Returns the differences of the processes by kind of time, the largest first. Sides, makespan and
/// rows of `comparison` must be complete.
///
/// A process usually waits because another one is slow. So differences in compute, send and take
/// come before all differences in wait if they exceed the tolerance and, summed over the clones,
/// amount to at least half of the difference of the makespans, with the same sign.
std::vector<DifferenceCause> causes_of(const ResultComparison& comparison, const RunResult& a,
                                       const RunResult& b);

}  // namespace dps::profiles
