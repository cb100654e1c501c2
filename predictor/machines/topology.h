/// A network of hosts, routers and links, and the routes between its hosts.
///
/// Nodes are numbered: first the hosts, in the order of the machine, then the routers. Links are
/// numbered from 0; each way of a full-duplex link has a number of its own.
/// Source: docs/machines.md, "Graphs".
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/rates.h"
#include "base/time_units.h"

namespace dps::machines {

/// The properties that links have in common.
struct LinkKind {
  BitsPerSecond bandwidth;
  Picoseconds latency;
  std::uint32_t weight = 1;  ///< for routes with the least sum of weights
  bool is_shared = true;     ///< false: no message slows another one on the link
  bool is_half = false;      ///< both ways share the link, which has one number
  bool operator==(const LinkKind&) const = default;
};

/// Has 12 bytes, since a network may have millions of links.
struct TopologyLink {
  static constexpr std::uint32_t kMostKinds = 1U << 20;
  static constexpr std::uint32_t kMostCables = 1U << 12;

  TopologyLink() = default;
  constexpr TopologyLink(std::uint32_t from_node, std::uint32_t to_node, std::uint32_t its_kind,
                         std::uint32_t its_cable)
      : from(from_node),
        to(to_node),
        kind(its_kind & (kMostKinds - 1)),
        cable(its_cable & (kMostCables - 1)) {}

  std::uint32_t from = 0;        ///< a node
  std::uint32_t to = 0;          ///< a node
  std::uint32_t kind : 20 = 0;   ///< Topology::Parts::kinds
  std::uint32_t cable : 12 = 0;  ///< counts links with the same ends
};

/// The way of a message between two hosts.
struct Path {
  std::vector<std::uint32_t> links;  ///< all different; none between hosts of one router
  Picoseconds latency;               ///< of the links, and the delays of the routers passed
};

/// Finds the links of routes. It may keep what it has found, so each user has one of its own.
class RouteFinder {
 public:
  virtual ~RouteFinder() = default;

  /// Appends the links of the route between two different hosts. The route of a pair is always the
  /// same.
  virtual void find(std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links) = 0;
};

/// Immutable.
class Topology {
 public:
  static constexpr std::uint32_t kNotInRouter = 0xffffffff;

  struct Parts {
    std::uint32_t hosts = 0;
    std::uint32_t routers = 0;
    /// Host i is in router i / hosts_per_router, without a link; 0: hosts have links.
    std::uint32_t hosts_per_router = 0;
    std::vector<TopologyLink> links;
    std::vector<LinkKind> kinds;
    /// The time that a message takes in a router between two of its links: by router, or one for
    /// all routers.
    std::vector<Picoseconds> delays;

    [[nodiscard]] const LinkKind& kind_of(std::uint32_t link) const {
      return kinds[links[link].kind];
    }
    [[nodiscard]] Picoseconds delay_of(std::uint32_t router) const {
      return delays[delays.size() == 1 ? 0 : router];
    }
  };

  Topology() = default;
  virtual ~Topology() = default;
  Topology(const Topology&) = delete;
  Topology& operator=(const Topology&) = delete;
  Topology(Topology&&) = delete;
  Topology& operator=(Topology&&) = delete;

  [[nodiscard]] virtual const Parts& parts() const = 0;
  [[nodiscard]] std::uint32_t host_count() const { return parts().hosts; }
  [[nodiscard]] std::uint32_t router_count() const { return parts().routers; }
  [[nodiscard]] std::span<const TopologyLink> links() const { return parts().links; }
  [[nodiscard]] const LinkKind& kind_of(std::uint32_t link) const { return parts().kind_of(link); }
  [[nodiscard]] Picoseconds delay_of(std::uint32_t router) const {
    return parts().delay_of(router);
  }
  /// The number of the router, not of its node; kNotInRouter for a host with links.
  [[nodiscard]] std::uint32_t router_of(std::uint32_t host) const {
    const std::uint32_t each = parts().hosts_per_router;
    return each == 0 ? kNotInRouter : host / each;
  }
  /// The node at which the routes of the host begin and end: its router, or itself.
  [[nodiscard]] std::uint32_t node_of(std::uint32_t host) const {
    const std::uint32_t router = router_of(host);
    return router == kNotInRouter ? host : host_count() + router;
  }

  [[nodiscard]] virtual std::string router_name(std::uint32_t router) const = 0;
  /// The shape as text: "mesh 4x4".
  [[nodiscard]] virtual std::string shape() const = 0;
  [[nodiscard]] virtual std::unique_ptr<RouteFinder> make_finder() const = 0;
};

/// The nodes of a route, one more than its links.
std::vector<std::uint32_t> nodes_of(const Topology& topology, std::uint32_t from_host,
                                    std::uint32_t to_host, std::span<const std::uint32_t> links);

/// The sum of the latencies of the links of a route and the delays of the routers between them.
Picoseconds latency_of(const Topology& topology, std::uint32_t from_host,
                       std::span<const std::uint32_t> links);

}  // namespace dps::machines
