/// Prints the table at the top of a profile: the times of each process by kind.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/text/figures.h"
#include "base/text/grid.h"
#include "profiles/clones.h"

namespace dps::profiles {

/// The width of the column of names.
inline constexpr std::size_t kSummaryNameWidth = 21;

/// The scale for a column of times.
text::TimeScale scale_of(const std::vector<ProcessRow>& rows, double ProcessProfile::*time);

/// True if the time asleep of some process is known. Otherwise the table has no such column.
bool knows_sleep(const std::vector<ProcessRow>& rows);

/// One line for each process and four for each group of clones, at most kLineWidth wide: the
/// real time, shares of the makespan in percent, and a bar. The minimum, median and maximum of a
/// group are those of each column separately, so the values of a line may belong to different
/// clones.
text::Grid summary_table(const std::vector<ProcessRow>& rows, double makespan_s);

/// Explains the columns and the bar; names the process that ended last and the busiest ones.
std::string summary_legend(const RunTotals& totals, double makespan_s, bool with_sleep);

}  // namespace dps::profiles
