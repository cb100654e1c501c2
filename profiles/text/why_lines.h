/// Prints why a run took so long, in about twelve lines.
#pragma once

#include <cstddef>
#include <string>

#include "profiles/why.h"

namespace dps::profiles {

/// Only the shares of 5 % or more, and the functions of an MPI program, may need more.
inline constexpr std::size_t kMostWhyLines = 12;

/// "the critical path ends with A.p[0] …" and a line for each of the longest shares, the longest
/// waits with their causes, an imbalance of clones, and the best remedy. At most
/// kLineWidth wide. `makespan_s`: that of the result.
std::string why_lines(const Why& why, double makespan_s);

}  // namespace dps::profiles
