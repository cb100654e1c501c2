/// Matches the elements of two sequences: a longest common subsequence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace dps::traces {

/// A stretch with more differences than this is cut at the place that the search has reached, so
/// that no input takes more than some time: the pairs then need not be the most that there are.
inline constexpr std::int64_t kMostDifferences = 4096;

/// Positions in a and b of equal elements, both in rising order, as many as possible. Time in the
/// order of (a + b) · differences, memory in that of a + b.
/// Source: Myers, "An O(ND) difference algorithm and its variations", Algorithmica 1 (1986); the
/// cut is that of GNU diff.
std::vector<std::pair<std::size_t, std::size_t>> common_elements(std::span<const std::uint32_t> a,
                                                                 std::span<const std::uint32_t> b);

}  // namespace dps::traces
