/// The routes of messages in a hardware topology. Source: docs/parasol.md, "Routing".
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <tl/expected.hpp>

#include "predictor/machines/kinds/parasol/routing/grid_search.h"

namespace dps::parasol {

/// A way through a topology.
struct ProcessorRoute {
  std::vector<std::uint32_t> hops;   ///< processors, from the sender to the receiver
  std::vector<std::uint32_t> links;  ///< ids; one fewer than hops
};

/// The dimensions of a topology do not yield its number of processors, or do not have the axes of
/// its routing.
struct WrongDimensions {
  std::uint32_t axes = 0;  ///< the number of axes of the routing
};
/// Two processors are not joined, with the routing "broadcast".
struct UnjoinedPair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};
using RoutingError = std::variant<MissingLink, WrongDimensions, UnjoinedPair>;

/// The grid of these dimensions; nullopt if they do not fit.
std::optional<ProcessorGrid> grid_of_dimensions(const std::vector<std::uint32_t>& dimensions,
                                                std::uint32_t processors, const RoutingRule& rule);

/// The grid of a virtual topology: that of its dimensions, else the squarest one. Meaningless for
/// broadcast.
ProcessorGrid grid_of(const VirtualTopology& topology);

class Router {
 public:
  /// Borrows the topology, whose links have ends from 1 to its number of processors, without
  /// repetitions, and whose routing is known. Errors: the links do not serve its routing.
  static tl::expected<Router, RoutingError> make(const TopologyDescription& topology);

  /// Appends the route to `route`; to oneself there is one hop and no link.
  void append(std::uint32_t from, std::uint32_t to, ProcessorRoute& route) const;

  /// The ids of the links that no message takes.
  [[nodiscard]] std::vector<std::uint32_t> idle_links() const;

  [[nodiscard]] const RoutingRule& rule() const { return *rule_; }
  /// The grid of the topology; meaningless for broadcast.
  [[nodiscard]] const ProcessorGrid& grid() const { return grid_; }
  /// The routing as text: "XY 32x16", "broadcast".
  [[nodiscard]] std::string text() const;

 private:
  using Index = std::variant<PairLinks, LinksOfProcessors>;

  Router(const TopologyDescription& topology, const RoutingRule& rule, ProcessorGrid grid,
         Index index)
      : topology_(&topology), rule_(&rule), grid_(grid), index_(std::move(index)) {}

  const TopologyDescription* topology_;  // borrowed
  const RoutingRule* rule_;              // of the table
  ProcessorGrid grid_;
  Index index_;
};

}  // namespace dps::parasol
