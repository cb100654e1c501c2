/// Compares half round trips through dps with hand-written ones over a message-passing library.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/limits.h"

namespace dps::bench {

/// The name of a size: "1 B", "64 KiB".
std::string size_name(std::uint64_t bytes);

/// Prints the medians and their ratio with its interval. Our limit is 1.10 times their median, or
/// 0.5 us more if that is larger. Values are nanoseconds, from runs in turns.
void compare_half_round_trips(const std::string& what, const std::vector<double>& ours,
                              const std::vector<double>& theirs, Limits& limits);

}  // namespace dps::bench
