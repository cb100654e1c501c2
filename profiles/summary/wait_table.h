/// Prints the second table of a profile: for which message, from whom, each process mostly waited.
#pragma once

#include <string>
#include <vector>

#include "profiles/clones.h"
#include "profiles/result.h"

namespace dps::profiles {

/// The heading line of the table, with its newline.
std::string wait_heading();

/// A line for each row that waited; for a group of clones with the medians of its times. Empty if
/// no row has waited, or if the result does not know for what.
std::string wait_lines(const std::vector<ProcessRow>& rows, const RunProfile& run);

}  // namespace dps::profiles
