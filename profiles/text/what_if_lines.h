/// Prints the answers to what-if questions.
#pragma once

#include <string>

#include "profiles/what_if.h"

namespace dps::profiles {

/// A table with a line for each element that changes the makespan, and the names of the others. At
/// most kLineWidth wide.
std::string what_if_lines(const WhatIf& what_if);

}  // namespace dps::profiles
