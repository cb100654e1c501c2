/// The facts of a whole run for the header of its profile.
#pragma once

#include <cstddef>

#include "profiles/result.h"

namespace dps::profiles {

/// Processes are alike if their times differ by no more than these fractions of the makespan.
inline constexpr double kAlikeBusy = 0.05;
inline constexpr double kAlikeEnds = 0.01;

inline constexpr std::size_t kMostBusiestNamed = 8;

/// The totals of the run: the recorded ones, or else those of its rows.
RunTotals totals_of(const RunProfile& run);

}  // namespace dps::profiles
