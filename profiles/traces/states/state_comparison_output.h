/// A comparison of traces as text, CSV and JSON. Source: docs/compare.md, "Comparing traces".
#pragma once

#include <string>

#include "profiles/traces/states/state_comparison.h"

namespace dps::traces {

std::string state_comparison_text(const StateComparison& comparison);
std::string state_comparison_csv(const StateComparison& comparison);
std::string state_comparison_json(const StateComparison& comparison);

}  // namespace dps::traces
