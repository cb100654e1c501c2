#include "predictor/machines/kinds/parasol/routing/grid_search.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace dps::parasol {
namespace {

/// The edges before the first missing one, which is stored in `missing`.
std::uint64_t present_edges(const ProcessorGrid& grid, const PairLinks& links,
                            std::optional<MissingLink>& missing) {
  std::uint64_t count = 0;
  visit_edges(grid, [&](std::uint32_t a, std::uint32_t b) {
    if (links.between(a, b) == kNoLink) {
      missing = MissingLink{grid, a, b};
      return false;
    }
    ++count;
    return true;
  });
  return count;
}

}  // namespace

tl::expected<ProcessorGrid, MissingLink> checked_grid(const ProcessorGrid& grid,
                                                      const PairLinks& links) {
  std::optional<MissingLink> missing;
  present_edges(grid, links, missing);
  return missing ? tl::expected<ProcessorGrid, MissingLink>(tl::unexpected(*missing)) : grid;
}

tl::expected<ProcessorGrid, MissingLink> find_grid(std::uint32_t processors,
                                                   const RoutingRule& rule,
                                                   const PairLinks& links) {
  auto grids = grids_of(processors, rule);
  const auto rank = [](const ProcessorGrid& grid) {
    return std::tuple(grid.edges(), grid.size[0], grid.size[1]);
  };
  std::sort(grids.begin(), grids.end(),
            [&](const ProcessorGrid& a, const ProcessorGrid& b) { return rank(b) < rank(a); });
  std::optional<MissingLink> nearest;
  std::uint64_t most = 0;
  for (const ProcessorGrid& grid : grids) {
    std::optional<MissingLink> missing;
    const std::uint64_t present = present_edges(grid, links, missing);
    if (!missing) {
      return grid;
    }
    if (!nearest || present > most) {
      nearest = missing;
      most = present;
    }
  }
  return tl::unexpected(*nearest);
}

}  // namespace dps::parasol
