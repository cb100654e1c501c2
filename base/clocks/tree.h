/// The order in which many clocks are compared with the first one.
#pragma once

#include <cstddef>
#include <vector>

namespace dps::clocks {

struct TreePair {
  std::size_t client = 0;
  std::size_t reference = 0;

  bool operator==(const TreePair&) const = default;
};

/// Round j compares client i, with i mod 2^(j+1) = 2^j, with i - 2^j; a process is in one pair of a
/// round at most, so that all pairs of a round can be measured at once. Every clock but 0 is a
/// client once, and the path from it to clock 0 has at most log2(count) + 1 lines. Source: Hunold
/// and Carpen-Amarie, Hierarchical clock synchronization in MPI, CLUSTER 2018.
std::vector<std::vector<TreePair>> tree_rounds(std::size_t count);

/// The reference of a client, which is not 0.
std::size_t reference_of(std::size_t client);

}  // namespace dps::clocks
