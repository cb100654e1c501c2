/// The names that one `name = "node[1-4]"` of a machine file stands for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/quantities.h"

namespace dps::machines {

/// Source: docs/machines.md, "Limits".
inline constexpr std::size_t kMostHosts = 1'000'000;

/// A node set: names with commas between them, in which brackets stand for numbers: "a[1-3,7]b",
/// "n[01-99]", "n[0-98/2]". Leading zeros of the first number of a range set the width of all. In
/// the order in which they are written.
text::Checked<std::vector<std::string>> expand_names(std::string_view set);

}  // namespace dps::machines
