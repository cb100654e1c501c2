/// Compares the latencies of two results.
#pragma once

#include <string>
#include <vector>

#include "profiles/comparison/comparison.h"
#include "profiles/result.h"

namespace dps::profiles {

/// The message types and functionalities that both results have, without functionalities that took
/// no time in both.
std::vector<ComparedLatency> compared_latencies(const RunResult& a, const RunResult& b);

/// A table of at most some 20 rows, with an empty line in front; "" without latencies.
std::string latency_comparison_text(const Comparison& comparison, bool color);

}  // namespace dps::profiles
