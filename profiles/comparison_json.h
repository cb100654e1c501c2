/// A comparison for programs: JSON and CSV (docs/compare.md).
#pragma once

#include <string>

#include "profiles/comparison.h"

namespace dps::profiles {

/// One JSON object, a line for every row.
std::string comparison_json(const Comparison& made);

/// The makespan, then every process with its units and functionalities. Source: RFC 4180.
std::string comparison_csv(const Comparison& made);

}  // namespace dps::profiles
