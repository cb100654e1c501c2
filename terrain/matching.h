/// Distinct hosts for distinct htags: bipartite matching.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "terrain/assignment_matrix.h"

namespace dps::terrain {

inline constexpr std::uint32_t kUnmatched = 0xffffffff;

/// A matching with as many htags as possible: by htag, its host or kUnmatched.
/// Hopcroft and Karp's algorithm, O(hosts * htags * sqrt(htags) / 64).
/// Source: Hopcroft, Karp: An n^5/2 algorithm for maximum matchings in bipartite graphs, SIAM
/// Journal on Computing 2 (1973).
std::vector<std::uint32_t> largest_matching(const AssignmentMatrix& matrix);

/// The lexicographically first of all matchings that give every htag a host: the first htag gets
/// the first host that it has in any of them, then the second htag likewise, and so on. Nothing if
/// no matching gives every htag a host.
std::optional<std::vector<std::uint32_t>> first_matching(const AssignmentMatrix& matrix);

}  // namespace dps::terrain
