#include "predictor/machines/topology/shortest_routes.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/filtered_graph.hpp>

#include "base/check.h"
#include "base/random.h"

namespace dps::machines {
namespace {

constexpr std::size_t kMostKept = 1000;
constexpr std::size_t kMostBytes = std::size_t{1} << 28;  // of all distances that are kept

/// The edges on which a search from the receiver continues: those of routers, and of the receiver.
template <typename Graph>
struct Forwards {
  const Graph* graph = nullptr;
  std::uint32_t hosts = 0;
  std::uint32_t receiver = 0;

  bool operator()(const typename Graph::edge_descriptor& edge) const {
    const std::uint32_t node = boost::source(edge, *graph);
    return node >= hosts || node == receiver;
  }
};

std::uint64_t mix(std::uint64_t number) {
  return Random(number).next();
}

/// The link that the number chooses from `count` arcs that satisfy `is_next`.
template <typename IsNext>
std::uint32_t chosen_link(std::span<const Arc> arcs, std::uint64_t number, const IsNext& is_next) {
  const auto count = static_cast<std::uint64_t>(std::count_if(arcs.begin(), arcs.end(), is_next));
  std::uint64_t rest = number % std::max<std::uint64_t>(count, 1);
  for (const Arc& arc : arcs) {
    if (is_next(arc) && rest-- == 0) {
      return arc.link;
    }
  }
  return std::numeric_limits<std::uint32_t>::max();
}

std::uint32_t other_end(const TopologyLink& link, std::uint32_t node) {
  return link.from == node ? link.to : link.from;
}

}  // namespace

struct ShortestRoutes::Reversed {
  struct Weight {
    std::uint64_t value = 1;
  };
  using Graph =
      boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Weight,
                                         boost::no_property, std::uint32_t, std::uint32_t>;
  Graph graph;
};

ShortestRoutes::ShortestRoutes(const Topology& topology, std::uint64_t seed)
    : topology_(topology), arcs_(topology), seed_(seed) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;
  std::vector<Reversed::Weight> weights;
  for (std::uint32_t node = 0; node < arcs_.node_count(); ++node) {
    for (const Arc& arc : arcs_.from(node)) {
      ends.emplace_back(arc.to, node);
      weights.push_back({topology_.kind_of(arc.link).weight});
    }
  }
  reversed_ = std::make_unique<const Reversed>(
      Reversed{Reversed::Graph(boost::edges_are_unsorted_multi_pass, ends.begin(), ends.end(),
                               weights.begin(), arcs_.node_count())});
  const std::size_t bytes = arcs_.node_count() * sizeof(std::uint64_t);
  most_kept_ = std::clamp<std::size_t>(kMostBytes / bytes, 1, kMostKept);
}

ShortestRoutes::~ShortestRoutes() = default;

std::uint64_t ShortestRoutes::pair_number(std::uint32_t from, std::uint32_t to) const {
  return mix(mix(mix(seed_) ^ from) ^ to);
}

void ShortestRoutes::append(std::uint32_t from, std::uint32_t to,
                            std::vector<std::uint32_t>& links) {
  const std::uint64_t pair = pair_number(from, to);
  const std::uint32_t end = topology_.node_of(to);
  const Distances& distances = distances_to(end);
  for (std::uint32_t node = topology_.node_of(from); node != end;) {
    const std::uint32_t link = chosen_link(arcs_.from(node), mix(pair ^ node), [&](const Arc& arc) {
      const bool forwards = arc.to >= topology_.host_count() || arc.to == end;
      return forwards && distances[arc.to] != std::numeric_limits<std::uint64_t>::max() &&
             distances[arc.to] + topology_.kind_of(arc.link).weight == distances[node];
    });
    DPS_CHECK(link < topology_.links().size());
    links.push_back(link);
    node = other_end(topology_.links()[link], node);
  }
}

bool ShortestRoutes::append_way(std::uint32_t from, std::uint32_t to,
                                const std::vector<std::uint32_t>& nodes,
                                std::vector<std::uint32_t>& links) const {
  const std::uint64_t pair = pair_number(from, to);
  std::uint32_t node = topology_.node_of(from);
  for (std::size_t i = 0; i <= nodes.size(); ++i) {
    const std::uint32_t next = i < nodes.size() ? nodes[i] : topology_.node_of(to);
    if (next == node) {
      continue;  // the router of a host in it may be named
    }
    const std::uint32_t link = chosen_link(arcs_.from(node), mix(pair ^ node),
                                           [&](const Arc& arc) { return arc.to == next; });
    if (link >= topology_.links().size()) {
      return false;
    }
    links.push_back(link);
    node = next;
  }
  return true;
}

const ShortestRoutes::Distances& ShortestRoutes::distances_to(std::uint32_t node) {
  if (const auto found = kept_.find(node); found != kept_.end()) {
    used_.splice(used_.begin(), used_, found->second.place);
    return found->second.distances;
  }
  if (kept_.size() >= most_kept_) {
    forget_least_used();
  }
  Kept kept{Distances(arcs_.node_count()), used_.insert(used_.begin(), node)};
  const Reversed::Graph& graph = reversed_->graph;
  const boost::filtered_graph searched(
      graph, Forwards<Reversed::Graph>{&graph, topology_.host_count(), node});
  boost::dijkstra_shortest_paths(
      searched, node,
      boost::weight_map(boost::get(&Reversed::Weight::value, graph))
          .distance_map(boost::make_iterator_property_map(kept.distances.begin(),
                                                          boost::get(boost::vertex_index, graph))));
  return kept_.emplace(node, std::move(kept)).first->second.distances;
}

void ShortestRoutes::forget_least_used() {
  kept_.erase(used_.back());
  used_.pop_back();
}

}  // namespace dps::machines
