/// dps sweep --find: the largest value of a variable with which an expectation holds.
#pragma once

#include "base/exit_status.h"
#include "commands/sweep/sweep_options.h"

namespace dps::commands {

/// Predicts or runs the blueprint at values in the range of --set, by bisection, and prints them.
/// Returns kFailed if the expectation holds at none of them. Prints errors.
ExitStatus find_largest(const SweepOptions& given);

}  // namespace dps::commands
