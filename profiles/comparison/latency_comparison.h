/// Compares the latencies of two results.
#pragma once

#include <string>
#include <vector>

#include "profiles/comparison/comparison.h"
#include "profiles/result.h"

namespace dps::profiles {

/// The message types and functionalities in both results, except functionalities that took no time
/// in either.
std::vector<ComparedLatency> compared_latencies(const RunResult& a, const RunResult& b);

/// A table of at most some 20 rows, preceded by a blank line; "" without latencies.
std::string latency_comparison_text(const ResultComparison& comparison, bool color);

}  // namespace dps::profiles
