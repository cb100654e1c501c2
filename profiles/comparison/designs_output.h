/// Writes a comparison of designs as text, JSON and CSV (docs/compare.md, "Comparing designs").
#pragma once

#include <string>

#include "profiles/comparison/design_comparison.h"

namespace dps::profiles {

/// Text for people, in 80 columns, with the verdict first. `color` makes headings bold. Control
/// characters in tags are printed as \xNN.
std::string designs_text(const DesignComparison& comparison, bool color);

/// One JSON object with a line per design and row. Unknown figures are null.
std::string designs_json(const DesignComparison& comparison);

/// A header line, the designs, their busiest processes, then the rows that several designs have.
/// Source: RFC 4180.
std::string designs_csv(const DesignComparison& comparison);

}  // namespace dps::profiles
