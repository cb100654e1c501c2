/// Prints the table at the top of a profile: the real time of each process by kind.
#pragma once

#include <string>
#include <vector>

#include "profiles/clones.h"

namespace dps::profiles {

/// The heading line of the table, with its newline.
std::string summary_heading();

/// One line for each process and four for each group of clones, at most kLineWidth wide: the real
/// time, its shares in percent and a bar. The minimum, median and maximum of a group are those of
/// each column separately, so the figures of one line may belong to different clones.
std::string summary_lines(const std::vector<ProcessRow>& rows);

/// Explains the columns and the bar; names the process that ended last and the one that waited
/// least.
std::string summary_legend(const RunProfile& run);

}  // namespace dps::profiles
