/// Writes a result as CSV, for spreadsheets and statistics (docs/result.md, "The profile as CSV").
#pragma once

#include <string>

#include "profiles/result.h"

namespace dps::profiles {

/// One header line, then a row for every process, unit and functionality of the run with the median
/// makespan, down to the result's level. Columns that do not apply to a row's level are empty.
/// Source: RFC 4180.
std::string csv_profile(const RunResult& result);

}  // namespace dps::profiles
