/// A comparison for people: fits 80 columns, the answer on its first line (docs/compare.md).
#pragma once

#include <string>

#include "profiles/comparison.h"

namespace dps::profiles {

/// `color`: bold headings. Control characters of tags are shown as \xNN.
std::string comparison_text(const Comparison& made, bool color);

}  // namespace dps::profiles
