#include "predictor/machines/kinds/parasol/routing/router.h"

#include <utility>

#include "predictor/machines/kinds/parasol/routing/broadcast_links.h"

namespace dps::parasol {

std::optional<ProcessorGrid> grid_of_dimensions(const std::vector<std::uint32_t>& dimensions,
                                                std::uint32_t processors, const RoutingRule& rule) {
  ProcessorGrid grid{{1, 1, 1}, rule.axes, rule.shape == RoutingShape::kTorus};
  if (dimensions.size() != rule.axes) {
    return std::nullopt;
  }
  std::uint64_t product = 1;
  for (std::size_t axis = 0; axis < dimensions.size(); ++axis) {
    grid.size[axis] = dimensions[axis];
    product *= dimensions[axis];
    if (product == 0 || product > processors) {
      return std::nullopt;
    }
  }
  return product == processors ? std::optional(grid) : std::nullopt;
}

ProcessorGrid grid_of(const VirtualTopology& topology) {
  const RoutingRule& rule = *find_routing(topology.routing);
  if (rule.shape == RoutingShape::kBroadcast) {
    return {};
  }
  const auto given = grid_of_dimensions(topology.dimensions, topology.processors, rule);
  return given ? *given : squarest_grid(topology.processors, rule);
}

tl::expected<Router, RoutingError> Router::make(const TopologyDescription& topology) {
  const RoutingRule& rule = *find_routing(topology.routing);
  const auto given = grid_of_dimensions(topology.dimensions, topology.processors, rule);
  if (!topology.dimensions.empty() && !given) {
    return tl::unexpected(RoutingError(WrongDimensions{rule.axes}));
  }
  if (rule.shape == RoutingShape::kBroadcast) {
    LinksOfProcessors links(topology);
    if (const auto pair = unjoined_pair(topology, links)) {
      return tl::unexpected(RoutingError(UnjoinedPair{pair->first, pair->second}));
    }
    return Router(topology, rule, ProcessorGrid{}, std::move(links));
  }
  PairLinks links(topology);
  const auto grid = topology.dimensions.empty() ? find_grid(topology.processors, rule, links)
                                                : checked_grid(*given, links);
  if (!grid) {
    return tl::unexpected(RoutingError(grid.error()));
  }
  return Router(topology, rule, *grid, std::move(links));
}

void Router::append(std::uint32_t from, std::uint32_t to, ProcessorRoute& route) const {
  const std::size_t first = route.hops.size();
  route.hops.push_back(from);
  if (from == to) {
    return;
  }
  if (const auto* links = std::get_if<LinksOfProcessors>(&index_)) {
    route.hops.push_back(to);
    route.links.push_back(links->between(from, to));
    return;
  }
  append_way(grid_, rule_->order, from, to, route.hops);
  const auto& links = *std::get_if<PairLinks>(&index_);
  for (std::size_t i = first + 1; i < route.hops.size(); ++i) {
    route.links.push_back(links.between(route.hops[i - 1], route.hops[i]));
  }
}

std::vector<std::uint32_t> Router::idle_links() const {
  if (const auto* links = std::get_if<LinksOfProcessors>(&index_)) {
    return idle_broadcast_links(*topology_, *links);
  }
  const auto& links = *std::get_if<PairLinks>(&index_);
  std::vector<bool> is_taken(topology_->links.size() + 1);
  visit_edges(grid_, [&](std::uint32_t a, std::uint32_t b) {
    is_taken[links.between(a, b)] = true;
    return true;
  });
  std::vector<std::uint32_t> idle;
  for (std::uint32_t link = 1; link <= topology_->links.size(); ++link) {
    if (!is_taken[link]) {
      idle.push_back(link);
    }
  }
  return idle;
}

std::string Router::text() const {
  return rule_->shape == RoutingShape::kBroadcast ? std::string(rule_->name)
                                                  : std::string(rule_->name) + " " + grid_.text();
}

}  // namespace dps::parasol
