/// Compares the results of two or more designs.
#pragma once

#include <string>
#include <vector>

#include "profiles/comparison/design_comparison.h"
#include "profiles/comparison/design_rows.h"
#include "profiles/result.h"

namespace dps::profiles {

struct NamedResult {
  std::string name;  ///< of the file
  RunResult result;
};

/// Ranks the results, and explains their differences. Pure. The order of `results` has no effect if
/// their names differ.
DesignComparison compare_designs(std::vector<NamedResult> results, const DesignRowChoice& rows);

}  // namespace dps::profiles
