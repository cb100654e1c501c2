/// Names of hosts as a node set, for reports.
#pragma once

#include <span>
#include <string>

namespace dps::text {

/// A node set of the names: "node[1-4,7],login". Names that differ only in one number become one
/// item, with the numbers in ascending order; the items are in the order of `names`.
std::string fold(std::span<const std::string> names);

}  // namespace dps::text
