/// Compares the traffic of the links of two predictions.
#pragma once

#include <string>
#include <vector>

#include "profiles/comparison/comparison.h"
#include "profiles/result.h"

namespace dps::profiles {

/// The links whose share of the makespan, as a mean over the runs, differs by more than a tenth,
/// the largest difference first. A link that a result does not list carried nothing.
std::vector<ComparedLink> compared_links(const RunResult& a, const RunResult& b);

/// A line for each of at most some ten links, preceded by an empty line; "" without links.
std::string link_comparison_text(const ResultComparison& comparison);

}  // namespace dps::profiles
