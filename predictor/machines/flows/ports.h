/// The links of a network as the caller numbers them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/rates.h"
#include "predictor/machines/flows/flows.h"
#include "predictor/machines/flows/routes.h"
#include "predictor/machines/flows/shared_links.h"

namespace dps::machines {

/// Most links of a large network never carry two flows at once, so a port is small, and gets a
/// SharedLink when it is first shared.
struct Port {
  BitsPerSecond bandwidth;
  /// The flow that has this link to itself, or had it when it ended: a lone flow, or a spoke.
  std::uint32_t lone = kNoFlow;
  std::uint32_t link = kNoLink;  ///< the shared link
};

class Ports {
 public:
  /// The arguments are borrowed.
  Ports(Routes& routes, Flows& flows, SharedLinks& links)
      : routes_(routes), flows_(flows), links_(links) {}

  void reserve(std::size_t ports) { list_.reserve(ports); }
  std::uint32_t add(BitsPerSecond bandwidth);

  [[nodiscard]] Port& operator[](std::uint32_t port) { return list_[port]; }
  [[nodiscard]] const Port& operator[](std::uint32_t port) const { return list_[port]; }
  [[nodiscard]] std::span<const std::uint32_t> ports_of(const Route& route) const {
    return routes_.links(route);
  }

  /// True if no flow crosses the port.
  [[nodiscard]] bool is_free(const Port& port, Picoseconds now) const {
    return (port.lone == kNoFlow || flows_[port.lone].until <= now) &&
           (port.link == kNoLink || links_[port.link].flows == 0);
  }
  /// Frees the ports that the flow has to itself.
  void release(std::uint32_t flow);

  /// The shared link of the port; a new one if it has none.
  std::uint32_t shared_link(std::uint32_t port);
  /// The same route as a route of shared links.
  Route shared_route(const Route& route);

 private:
  Routes& routes_;  // borrowed, as flows_ and links_ are
  Flows& flows_;
  SharedLinks& links_;
  std::vector<Port> list_;
  std::vector<std::uint32_t> shared_;  // used by shared_route(); a member so that it keeps memory
};

}  // namespace dps::machines
