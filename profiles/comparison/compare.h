/// Compares two results of the same program (docs/compare.md).
#pragma once

#include <string>

#include "base/result.h"
#include "profiles/comparison/comparison.h"
#include "profiles/result.h"

namespace dps::profiles {

struct ComparisonOptions {
  double tolerance_percent = 10;           ///< of A's time
  bool list_clones = false;                ///< gives each clone a row of its own
  std::string a_name = "A", b_name = "B";  ///< file names
};

/// Compares B with A. Pure.
/// Errors: kInput if a result has no run, or if the two have no process in common.
Result<ResultComparison> compare(const RunResult& a, const RunResult& b,
                                 const ComparisonOptions& options);

}  // namespace dps::profiles
