/// Finds the size of a grid or torus from the links of a topology.
#pragma once

#include <cstdint>

#include <tl/expected.hpp>

#include "predictor/machines/kinds/parasol/routing/grid.h"
#include "predictor/machines/kinds/parasol/routing/link_index.h"

namespace dps::parasol {

/// Two processors without the link that the grid has between them.
struct MissingLink {
  ProcessorGrid grid;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};

/// The grid of these dimensions, if the links have all its edges.
tl::expected<ProcessorGrid, MissingLink> checked_grid(const ProcessorGrid& grid,
                                                      const PairLinks& links);

/// Finds the grid all of whose edges are links of two processors and which leaves the fewest links
/// unused; then the one with the largest X, then with the largest Y. Errors: there is none; the
/// grid that has the most edges before its first missing one.
tl::expected<ProcessorGrid, MissingLink> find_grid(std::uint32_t processors,
                                                   const RoutingRule& rule, const PairLinks& links);

}  // namespace dps::parasol
