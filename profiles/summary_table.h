/// The table at the top of a profile: where the time of each process went.
#pragma once

#include <string>
#include <vector>

#include "profiles/clones.h"

namespace dps::profiles {

/// The heading line of the table, with its newline.
std::string summary_heading();

/// A line for each process and four for each group of clones; fits kLineWidth. Each has the real
/// time, shares of it in percent and a bar of them. A group's figures are each spread by itself.
std::string summary_lines(const std::vector<ProcessRow>& rows);

/// What the columns and the bar mean, and which process ended last and which waited least.
std::string summary_legend(const RunProfile& run);

}  // namespace dps::profiles
