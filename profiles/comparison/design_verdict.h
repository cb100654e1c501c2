/// The sentences of a comparison of designs: the fastest, and the origin of each difference.
#pragma once

#include <string>

#include "profiles/comparison/design_comparison.h"
#include "profiles/result.h"

namespace dps::profiles {

/// The fastest design, its lead, and how certain that is; never more certain than the data.
std::string verdict_on(const DesignComparison& comparison);

/// The kinds of time in which the busiest process of `design` differs most from its counterpart in
/// the fastest design: the process with the same tag, or else the busiest one. `result` is that of
/// `design`. "" if no difference is shown, or if the times of the processes are unknown.
std::string explain(const Design& fastest, const Design& design, const RunResult& result);

/// "1.234", "49.98", "312.5".
std::string design_ratio_text(double ratio);

/// "1.18 to 1.29", or "at least 1.18".
std::string interval_text(const Interval& interval);

}  // namespace dps::profiles
