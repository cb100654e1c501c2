/// Compares the results of two or more designs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profiles/comparison/design_comparison.h"
#include "profiles/result.h"
#include "profiles/selection.h"

namespace dps::profiles {

struct NamedResult {
  std::string name;  ///< of the file
  RunResult result;
};

/// The choice of the rows that several designs have; all else is compared for whole runs.
struct DesignRowChoice {
  std::optional<Level> level = std::nullopt;
  Selection selection = {};
};

/// Ranks the results, and explains their differences. Pure. The order of `results` has no effect if
/// their names differ.
DesignComparison compare_designs(std::vector<NamedResult> results, const DesignRowChoice& rows);

}  // namespace dps::profiles
