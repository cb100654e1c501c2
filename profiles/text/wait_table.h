/// Prints the second table of a profile: the type and sender of the messages for which each process
/// mostly waited.
#pragma once

#include <string>
#include <vector>

#include "profiles/clones.h"
#include "profiles/result.h"

namespace dps::profiles {

/// An empty line, the heading, and a line for each row that waited; for a group of clones, with the
/// medians of its times. Empty if no row waited, or if the result does not contain the messages for
/// which they waited. `color` makes the heading bold.
std::string wait_table(const std::vector<ProcessRow>& rows, const RunProfile& run, bool color);

}  // namespace dps::profiles
