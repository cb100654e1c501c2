/// Compares two results (docs/compare.md).
#pragma once

#include <string>

#include "base/result.h"
#include "profiles/comparison.h"
#include "profiles/result.h"

namespace dps::profiles {

struct ComparisonOptions {
  double tolerance_percent = 10;
  bool list_clones = false;  ///< every clone by itself
  std::string a_name = "A", b_name = "B";
};

/// Pure. Errors (kInput): a result without a run, no process in common.
Result<Comparison> compare(const RunResult& a, const RunResult& b,
                           const ComparisonOptions& options);

}  // namespace dps::profiles
