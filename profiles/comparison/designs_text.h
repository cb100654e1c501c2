/// Prints a comparison of designs for people, in 80 columns, with the verdict first
/// (docs/compare.md, "Comparing designs").
#pragma once

#include <string>

#include "profiles/comparison/design_comparison.h"

namespace dps::profiles {

/// `color` makes headings bold. Control characters in tags are printed as \xNN.
std::string designs_text(const DesignComparison& comparison, bool color);

}  // namespace dps::profiles
