/// Fixed sets of designs whose comparisons are golden files.
#pragma once

#include <string>
#include <vector>

#include "profiles/comparison/compare_designs.h"
#include "profiles/result.h"

namespace dps::profiles {

/// The result with one run for each factor, by which all times are multiplied.
RunResult with_runs(const RunResult& result, const std::vector<double>& factors);

struct DesignSample {
  std::string name;
  std::vector<NamedResult> results;
  DesignRowChoice rows = {};

  [[nodiscard]] DesignComparison compared() const { return compare_designs(results, rows); }
};
std::vector<DesignSample> all_design_samples();

}  // namespace dps::profiles
