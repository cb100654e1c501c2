/// The rows that several designs have, because their tags are the same.
#pragma once

#include <cstddef>
#include <vector>

#include "profiles/comparison/compare_designs.h"
#include "profiles/comparison/design_comparison.h"
#include "profiles/result.h"

namespace dps::profiles {

/// `results` belong to the first designs; each row has `designs` cells. Processes are in the order
/// of their first appearance, each followed by its units, each followed by its functionalities.
std::vector<DesignRow> rows_of_designs(std::vector<RunResult> results, std::size_t designs,
                                       const DesignRowChoice& choice);

}  // namespace dps::profiles
