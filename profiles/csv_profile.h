/// A result as a table for spreadsheets and statistics (docs/result.md, "The profile as CSV").
#pragma once

#include <string>

#include "profiles/result.h"

namespace dps::profiles {

/// One header line, then a row for every process, unit and functionality of the run with the median
/// makespan, down to the result's level; a column that means nothing at a row's level is empty.
/// Source: RFC 4180.
std::string csv_profile(const RunResult& result);

}  // namespace dps::profiles
