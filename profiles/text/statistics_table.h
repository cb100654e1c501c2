/// Prints the table of a profile that has the statistics over several runs.
#pragma once

#include <vector>

#include "base/text/grid.h"
#include "profiles/clones.h"
#include "profiles/result.h"

namespace dps::profiles {

/// A line for each row of statistics_of_runs(); times are means over the runs.
text::Grid statistics_table(const RunResult& result, const std::vector<ProcessRow>& rows);

}  // namespace dps::profiles
