/// Prints the second table of a profile: the type and sender of the messages for which each process
/// mostly waited.
#pragma once

#include <string>
#include <vector>

#include "profiles/clones.h"
#include "profiles/result.h"

namespace dps::profiles {

/// The heading line of the table, with its newline.
std::string wait_heading();

/// A line for each row that waited; for a group of clones, with the medians of its times. Empty if
/// no row waited, or if the result does not contain the messages for which they waited.
std::string wait_lines(const std::vector<ProcessRow>& rows, const RunProfile& run);

}  // namespace dps::profiles
