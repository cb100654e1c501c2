/// Routes with the least sum of weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <unordered_map>
#include <vector>

#include "predictor/machines/topology.h"
#include "predictor/machines/topology/arcs.h"

namespace dps::machines {

/// The distances of all nodes to a receiver are found when they are first needed, by the algorithm
/// of Dijkstra; those of the most recently used receivers are kept. Hosts do not forward. If
/// several links could come next, the pair of hosts and the node determine one, so that a pair
/// always has the same route.
class ShortestRoutes {
 public:
  /// Borrows the topology.
  ShortestRoutes(const Topology& topology, std::uint64_t seed);
  ~ShortestRoutes();
  ShortestRoutes(const ShortestRoutes&) = delete;
  ShortestRoutes& operator=(const ShortestRoutes&) = delete;
  ShortestRoutes(ShortestRoutes&&) = delete;
  ShortestRoutes& operator=(ShortestRoutes&&) = delete;

  /// Appends the links of the route between two hosts, which must exist.
  void append(std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links);
  /// Appends a link between each node of a way and the next one, for a message between two hosts.
  /// Returns false at the first two nodes that no link joins.
  bool append_way(std::uint32_t from, std::uint32_t to, const std::vector<std::uint32_t>& nodes,
                  std::vector<std::uint32_t>& links) const;

 private:
  using Distances = std::vector<std::uint64_t>;  // by node
  struct Reversed;                               // the graph for Boost.Graph
  struct Kept {
    Distances distances;
    std::list<std::uint32_t>::iterator place;  // in used_
  };

  const Distances& distances_to(std::uint32_t node);
  void forget_least_used();
  /// A number for the choices of a pair of hosts.
  [[nodiscard]] std::uint64_t pair_number(std::uint32_t from, std::uint32_t to) const;

  const Topology& topology_;
  Arcs arcs_;
  std::unique_ptr<const Reversed> reversed_;
  std::uint64_t seed_;
  std::size_t most_kept_;
  std::list<std::uint32_t> used_;  // receivers, the last used one first
  std::unordered_map<std::uint32_t, Kept> kept_;
};

}  // namespace dps::machines
