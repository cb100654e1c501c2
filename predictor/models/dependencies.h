/// The order of computation for values that depend on one another.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dps::models {

/// For each node, the nodes that it needs.
using Needs = std::vector<std::vector<std::uint32_t>>;

struct Dependencies {
  /// The roots and all nodes that they need; each node is after those that it needs, unless there
  /// are cycles.
  std::vector<std::uint32_t> order;
  /// Nodes of which each needs the next one, and the last one the first. No node is in two of them.
  std::vector<std::vector<std::uint32_t>> cycles;
};

Dependencies dependencies_of(const Needs& needs, std::span<const std::uint32_t> roots);

}  // namespace dps::models
