/// Prints the body of a profile in the layout of the DPS paper (section 4.1, figure 9).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profiles/clones.h"

namespace dps::profiles {

/// Prints the processes with their units and functionalities, down to `level`. A group of clones
/// has "min / median / max" for a figure, or one figure if all clones have the same.
/// With fewer rows than `processes_of_run`, processes have no numbers. `bold` and `plain` are the
/// escape sequences around the line that names a process.
std::string figure_nine(const std::vector<ProcessRow>& rows, Level level,
                        std::uint64_t processes_of_run, const std::string& bold,
                        const std::string& plain);

}  // namespace dps::profiles
