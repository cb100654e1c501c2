/// The conditions in which compared designs differ, and what is unknown about them.
#pragma once

#include <string>
#include <vector>

#include "profiles/comparison/design_comparison.h"
#include "profiles/result.h"

namespace dps::profiles {

/// The remarks, one sentence each. `results` belong to the designs, in the same order.
std::vector<std::string> design_remarks(const DesignComparison& comparison,
                                        const std::vector<RunResult>& results);

}  // namespace dps::profiles
