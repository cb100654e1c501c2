#include "predictor/machines/topology/graph.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/check.h"
#include "predictor/machines/topology/shortest_routes.h"

namespace dps::machines {
namespace {

/// Makes the links of a graph, with their kinds and cables.
class LinkMaker {
 public:
  explicit LinkMaker(const GraphDescription& graph) : graph_(graph) { parts_.hosts = graph.hosts; }

  Topology::Parts make() {
    if (graph_.shape != nullptr) {
      parts_.routers = static_cast<std::uint32_t>(graph_.shape->size().routers);
      parts_.hosts_per_router = graph_.shape->hosts_per_router();
      add_shape();
    }
    add_delays();
    parts_.routers += static_cast<std::uint32_t>(graph_.routers.size());
    if (!graph_.links.empty()) {
      for (const TopologyLink& link : parts_.links) {
        ++cables_[{link.from, link.to}];
      }
    }
    for (const FreeLink& link : graph_.links) {
      add_free(link.from, link.to, link.kind);
      if (!link.is_one_way && !link.kind.is_half) {
        add_free(link.to, link.from, link.kind);
      }
    }
    return std::move(parts_);
  }

 private:
  void add_shape() {
    std::vector<std::uint32_t> kinds;
    for (const LinkKind& kind : graph_.figures.levels) {
      kinds.push_back(number_of(kind));
    }
    const std::uint32_t host_kind = number_of(graph_.figures.host);
    const std::vector<ShapeLink> out = graph_.shape->links_out();
    const bool has_ways_back = graph_.shape->has_ways_back();
    parts_.links.reserve((has_ways_back ? 2 : 1) * out.size());
    for (std::uint32_t ways = 0; ways < (has_ways_back ? 2U : 1U); ++ways) {
      for (const ShapeLink& link : out) {
        parts_.links.emplace_back(ways == 0 ? link.from : link.to, ways == 0 ? link.to : link.from,
                                  link.level == kHostLevel ? host_kind : kinds[link.level],
                                  link.cable);
      }
    }
  }

  void add_free(std::uint32_t from, std::uint32_t to, const LinkKind& kind) {
    const std::uint32_t cable = std::min(cables_[{from, to}]++, TopologyLink::kMostCables - 1);
    parts_.links.emplace_back(from, to, number_of(kind), cable);
  }

  /// Adds one delay for all routers, unless some differ.
  void add_delays() {
    parts_.delays = {graph_.delay};
    if (std::any_of(graph_.routers.begin(), graph_.routers.end(),
                    [&](const FreeRouter& router) { return router.delay != graph_.delay; })) {
      parts_.delays.assign(parts_.routers, graph_.delay);
      for (const FreeRouter& router : graph_.routers) {
        parts_.delays.push_back(router.delay);
      }
    }
  }

  std::uint32_t number_of(const LinkKind& kind) {
    const auto key = std::tuple(kind.bandwidth.bits, kind.latency.count(), kind.weight,
                                kind.is_shared, kind.is_half);
    const auto [found, is_new] =
        kinds_.try_emplace(key, static_cast<std::uint32_t>(parts_.kinds.size()));
    if (is_new) {
      DPS_CHECK(parts_.kinds.size() < TopologyLink::kMostKinds);
      parts_.kinds.push_back(kind);
    }
    return found->second;
  }

  const GraphDescription& graph_;
  Topology::Parts parts_;
  std::map<std::tuple<std::uint64_t, std::int64_t, std::uint32_t, bool, bool>, std::uint32_t>
      kinds_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> cables_;  // by ends
};

class ShapeFinder final : public RouteFinder {
 public:
  explicit ShapeFinder(const Shape& shape) : shape_(shape) {}

  void find(std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links) override {
    shape_.route(from, to, links);
  }

 private:
  const Shape& shape_;
};

/// Finds the routes of the table, and the shortest ones of all other pairs.
class GraphFinder final : public RouteFinder {
 public:
  GraphFinder(const Topology& topology, std::uint64_t seed, const RouteTable& table)
      : table_(table), shortest_(topology, seed) {}

  void find(std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links) override {
    if (const auto* way = table_.find(from, to)) {
      DPS_CHECK(shortest_.append_way(from, to, *way, links));
    } else {
      shortest_.append(from, to, links);
    }
  }

 private:
  const RouteTable& table_;
  ShortestRoutes shortest_;
};

}  // namespace

GraphTopology::GraphTopology(GraphDescription description)
    : parts_(LinkMaker(description).make()), graph_(std::move(description)) {
  graph_.links = {};
}

std::string GraphTopology::router_name(std::uint32_t router) const {
  const auto of_shape = static_cast<std::uint32_t>(router_count() - graph_.routers.size());
  return router < of_shape ? graph_.shape->router_name(router)
                           : graph_.routers[router - of_shape].name;
}

std::string GraphTopology::shape() const {
  return graph_.shape == nullptr ? "graph" : graph_.shape->text();
}

std::unique_ptr<RouteFinder> GraphTopology::make_finder() const {
  if (graph_.routing == RoutingKind::kShape) {
    return std::make_unique<ShapeFinder>(*graph_.shape);
  }
  return std::make_unique<GraphFinder>(*this, graph_.seed, graph_.table);
}

}  // namespace dps::machines
