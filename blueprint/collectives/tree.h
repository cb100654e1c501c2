/// The trees of collective operations, over virtual ranks 0 … n - 1 with the root 0. Everything is
/// calculated in O(log n) from the rank; no tree is stored. Source: docs/collectives.md, "Trees".
#pragma once

#include <cstdint>

#include "blueprint/collectives/operation.h"

namespace dps::collectives {

/// The tree of an algorithm with that name (DPS_CHECK): linear, chain, binary, binomial, knomial.
class Tree {
 public:
  Tree(Algorithm algorithm, std::uint32_t members) : algorithm_(algorithm), members_(members) {}

  [[nodiscard]] static bool is_tree(Algorithm algorithm);

  [[nodiscard]] std::uint32_t parent(std::uint32_t v) const;  ///< v > 0
  [[nodiscard]] std::uint32_t children(std::uint32_t v) const;
  /// The child at that position in the order of sending; `number` < children(v).
  [[nodiscard]] std::uint32_t child(std::uint32_t v, std::uint32_t number) const;
  /// The ranks in the subtree of v, which are v, v + 1, …; only linear and binomial (DPS_CHECK).
  [[nodiscard]] std::uint32_t subtree(std::uint32_t v) const;

 private:
  Algorithm algorithm_;
  std::uint32_t members_;
};

}  // namespace dps::collectives
