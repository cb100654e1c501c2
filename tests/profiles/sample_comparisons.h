/// Fixed pairs of results whose comparisons are golden files.
#pragma once

#include <string>
#include <vector>

#include "profiles/comparison/compare.h"
#include "profiles/result.h"

namespace dps::profiles {

/// A prediction of MatrixMultiply2 for a machine that computes faster than the run's host.
RunResult prediction_of_matrix_multiply_2();

struct SamplePair {
  std::string name;
  RunResult a, b;
  ComparisonOptions options;

  [[nodiscard]] ResultComparison compared() const { return *compare(a, b, options); }
};
std::vector<SamplePair> all_sample_pairs();

}  // namespace dps::profiles
