/// The body of a profile as the paper lays it out (section 4.1, figure 9).
#pragma once

#include <string>
#include <vector>

#include "profiles/clones.h"

namespace dps::profiles {

/// Processes, their units and functionalities, as far as the rows have them. Clones that are shown
/// together have "min / median / max" for a figure, or one figure when it is the same for all.
/// `bold` and `plain` go around the line that names a process.
std::string figure_nine(const std::vector<ProcessRow>& rows, Level level, const std::string& bold,
                        const std::string& plain);

}  // namespace dps::profiles
