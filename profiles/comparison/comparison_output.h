/// Writes a comparison as text, JSON and CSV (docs/compare.md).
#pragma once

#include <string>

#include "profiles/comparison/comparison.h"

namespace dps::profiles {

/// Text for people, in 80 columns, with the verdict on the first line. `color` makes headings bold.
/// Control characters in tags are printed as \xNN.
std::string comparison_text(const ResultComparison& comparison, bool color);

/// One JSON object with one line per row. Unknown figures are null.
std::string comparison_json(const ResultComparison& comparison);

/// A header line, the makespan, then each process with its units and functionalities.
/// Source: RFC 4180.
std::string comparison_csv(const ResultComparison& comparison);

}  // namespace dps::profiles
