/// Bipartite matching of htags and hosts.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "blueprint/terrain/assignment_matrix.h"

namespace dps::terrain {

inline constexpr std::uint32_t kUnmatched = 0xffffffff;

/// A maximum matching: the host of each htag, or kUnmatched.
/// Time: O(hosts * htags * sqrt(htags) / 64), by the algorithm of Hopcroft and Karp.
/// Source: Hopcroft, Karp: An n^5/2 algorithm for maximum matchings in bipartite graphs, SIAM
/// Journal on Computing 2 (1973).
std::vector<std::uint32_t> largest_matching(const AssignmentMatrix& matrix);

/// The lexicographically first of all matchings in which every htag has a host: the first htag has
/// the first host that it has in any of them, then the second htag likewise, and so on. nullopt if
/// there is no such matching.
std::optional<std::vector<std::uint32_t>> first_matching(const AssignmentMatrix& matrix);

}  // namespace dps::terrain
