/// Prints the body of a profile in the layout of the DPS paper (section 4.1, figure 9).
#pragma once

#include <string>
#include <vector>

#include "profiles/clones.h"

namespace dps::profiles {

/// Prints the processes with their units and functionalities, down to `level`. A group of clones
/// has "min / median / max" for a figure, or one figure if all clones have the same.
/// `bold` and `plain` are the escape sequences around the line that names a process.
std::string figure_nine(const std::vector<ProcessRow>& rows, Level level, const std::string& bold,
                        const std::string& plain);

}  // namespace dps::profiles
