/// Prints the table of a profile that has the statistics over several runs.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "profiles/clones.h"
#include "profiles/result.h"

namespace dps::profiles {

/// The heading line of the table, with its newline.
std::string statistics_heading(std::size_t runs);

/// A line for each row of statistics_of_runs().
std::string statistics_lines(const RunResult& result, const std::vector<ProcessRow>& rows);

}  // namespace dps::profiles
