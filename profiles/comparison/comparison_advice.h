/// Advice about a difference of two results (docs/compare.md, "Causes and advice").
#pragma once

#include <string>

#include "profiles/comparison/comparison.h"

namespace dps::profiles {

/// Returns what to check, or what to change in the machine of a prediction, in one sentence. `row`
/// is a process or a group of clones whose times of this kind differ; it has `kinds`.
std::string advice_on(const ComparedRow& row, TimeKind kind, const RunResult& a,
                      const RunResult& b);

}  // namespace dps::profiles
