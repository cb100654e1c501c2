/// The rows that several designs have, because their tags are the same.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "profiles/comparison/design_comparison.h"
#include "profiles/result.h"
#include "profiles/selection.h"

namespace dps::profiles {

/// The choice of the rows that several designs have; all else is compared for whole runs.
struct DesignRowChoice {
  std::optional<Level> level = std::nullopt;
  Selection selection = {};
};

/// `results` belong to the first designs; each row has `designs` cells. Processes are in the order
/// of their first appearance, each followed by its units, each followed by its functionalities.
std::vector<DesignRow> rows_of_designs(std::vector<RunResult> results, std::size_t designs,
                                       const DesignRowChoice& choice);

}  // namespace dps::profiles
