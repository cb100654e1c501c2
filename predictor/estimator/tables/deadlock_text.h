/// Explains a deadlock.
#pragma once

#include <string>
#include <vector>

#include "predictor/estimator/simulation/estimate.h"

namespace dps::estimator {

/// The lines that report the progress of each processor and the others for which it waits:
/// "deadlock at 24 us on 2 processors", then a line for each processor that is blocked and, if only
/// some of them wait in a cycle, one for that. Empty if the estimate is complete.
std::vector<std::string> deadlock_lines(const StreamEstimate& estimate);

/// The processors of a cycle in which each waits for the next, from the least one; empty if there
/// is none.
std::vector<std::uint32_t> waiting_cycle(const std::vector<Blocked>& blocked);

}  // namespace dps::estimator
