/// Prints a comparison for people, in 80 columns, with the verdict on the first line
/// (docs/compare.md).
#pragma once

#include <string>

#include "profiles/comparison/comparison.h"

namespace dps::profiles {

/// `color` makes headings bold. Control characters in tags are printed as \xNN.
std::string comparison_text(const Comparison& comparison, bool color);

}  // namespace dps::profiles
