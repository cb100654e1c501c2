/// Fixed pairs of results whose comparisons are kept as golden files.
#pragma once

#include <string>
#include <vector>

#include "profiles/compare.h"
#include "profiles/result.h"

namespace dps::profiles {

/// MatrixMultiply2 as it ran, and predicted on a machine that is too fast.
RunResult prediction_of_matrix_multiply_2();

struct SamplePair {
  std::string name;
  RunResult a, b;
  ComparisonOptions options;

  [[nodiscard]] Comparison compared() const { return *compare(a, b, options); }
};
std::vector<SamplePair> all_sample_pairs();

}  // namespace dps::profiles
