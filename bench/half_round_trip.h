/// Half round trips through dps beside those by hand, over a message-passing library.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/limits.h"

namespace dps::bench {

/// "1 B", "64 KiB".
std::string size_name(std::uint64_t bytes);

/// Prints the medians, their ratio with its interval, and holds ours to 1.10 times theirs, or to
/// 0.5 us more where that is larger. Nanoseconds, of runs in turns.
void compare_half_round_trips(const std::string& what, const std::vector<double>& ours,
                              const std::vector<double>& theirs, Limits& limits);

}  // namespace dps::bench
