/// Writes host names as a node set, for reports.
#pragma once

#include <span>
#include <string>

namespace dps::text {

/// Returns a node set such as "node[1-4,7],login". Names that differ in one number only become one
/// item with its numbers in ascending order; the items are in the order of `names`. Repetitions are
/// removed. All names are folded at the same number of the name, from the left: the one of the
/// first four that gives the fewest items.
std::string fold(std::span<const std::string> names);

}  // namespace dps::text
