/// The links of a network as the caller numbers them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/paged.h"
#include "base/rates.h"
#include "predictor/machines/flows/flows.h"
#include "predictor/machines/flows/routes.h"
#include "predictor/machines/flows/shared_links.h"

namespace dps::machines {

/// Most links of a large network never carry two flows at once, so a port is small, and gets a
/// SharedLink when it is first shared.
struct Port {
  BitsPerSecond bandwidth;
  /// The flow that has this link to itself, or had it when it ended: a lone flow, or a spoke. Or
  /// kReserved and the letter for which the link is, or was, reserved. Or kSpokes and the star, if
  /// several of its spokes cross the link, which is no hub.
  std::uint32_t lone = kNoFlow;
  std::uint32_t link = kNoLink;  ///< the shared link
};

/// Mark letters and stars in Port::lone, since flows, letters and shared links have numbers of
/// their own.
inline constexpr std::uint32_t kReserved = 0x80000000;
inline constexpr std::uint32_t kSpokes = 0x40000000;

/// A letter that has the links of its route to itself.
struct Reservation {
  Picoseconds since;
  Picoseconds until;
  Route route;  ///< of ports
};

class Ports {
 public:
  /// The arguments are borrowed.
  Ports(Routes& routes, NetworkFlows& flows, SharedLinks& links)
      : routes_(routes), flows_(flows), links_(links) {}

  void reserve(std::size_t ports) { list_.reserve(ports); }
  std::uint32_t add(BitsPerSecond bandwidth);

  [[nodiscard]] Port& operator[](std::uint32_t port) { return list_[port]; }
  [[nodiscard]] const Port& operator[](std::uint32_t port) const { return list_[port]; }
  [[nodiscard]] std::span<const std::uint32_t> ports_of(const Route& route) const {
    return routes_.links(route);
  }

  /// True if neither a flow nor a letter crosses the port.
  [[nodiscard]] bool is_free(std::uint32_t port, Picoseconds now) const {
    const Port& at = list_[port];
    return (at.lone == kNoFlow || !is_taken(port, now)) &&
           (at.link == kNoLink || links_[at.link].flows == 0);
  }

  /// Reserves the ports of the route, which are free, for a letter.
  void reserve(std::uint32_t letter, const Reservation& reservation);
  [[nodiscard]] const Reservation& reservation(std::uint32_t letter) const {
    return reservations_[letter];
  }
  /// The letter for which the port is reserved; kNoFlow if there is none.
  [[nodiscard]] std::uint32_t reserved_for(std::uint32_t port, Picoseconds now) const {
    const std::uint32_t lone = list_[port].lone;
    return is_letter(lone) && is_taken(port, now) ? lone & ~kReserved : kNoFlow;
  }
  /// Drops a reservation, which has ended.
  void forget_reservation(std::uint32_t port) {
    list_[port].lone = is_letter(list_[port].lone) ? kNoFlow : list_[port].lone;
  }
  /// Frees the ports that the flow has to itself.
  void release(std::uint32_t flow);

  /// The star whose spokes cross the port, which is not its hub: its shared link. kNoLink if there
  /// is none.
  [[nodiscard]] std::uint32_t star_of(std::uint32_t port) const {
    const std::uint32_t lone = list_[port].lone;
    if (is_star(lone)) {
      return lone & ~kSpokes;
    }
    const bool is_spoke = lone != kNoFlow && flows_[lone].kind == FlowKind::kSpoke;
    return is_spoke ? flows_[lone].group : kNoLink;
  }
  /// Notes that the spoke crosses the port from now on, as perhaps others of its star do, and
  /// nothing else.
  void add_spoke(std::uint32_t port, std::uint32_t flow, std::uint32_t star) {
    if (list_[port].lone == kNoFlow) {
      list_[port].lone = flow;
    } else {
      pass(port, flow, star);
    }
  }
  void remove_spoke(std::uint32_t port) {
    Port& at = list_[port];
    if (!is_star(at.lone) || --links_[at.link].passing == 0) {
      at.lone = kNoFlow;
    }
  }

  /// The shared link of the port; a new one if it has none.
  std::uint32_t shared_link(std::uint32_t port);
  /// The same route as a route of shared links, on which the caller calls forget().
  Route shared_route(const Route& route);

 private:
  void pass(std::uint32_t port, std::uint32_t flow, std::uint32_t star);
  static bool is_letter(std::uint32_t lone) { return lone != kNoFlow && (lone & kReserved) != 0; }
  static bool is_star(std::uint32_t lone) { return (lone & (kReserved | kSpokes)) == kSpokes; }
  /// True if the lone flow, the letter or the spokes of the port cross it now. The number of a
  /// letter may have been used again, on other links.
  [[nodiscard]] bool is_taken(std::uint32_t port, Picoseconds now) const {
    const std::uint32_t lone = list_[port].lone;
    if (!is_letter(lone)) {
      return is_star(lone) || flows_[lone].until > now;
    }
    const Reservation& reservation = reservations_[lone & ~kReserved];
    return reservation.until > now && has_port(reservation.route, port);
  }
  [[nodiscard]] bool has_port(const Route& route, std::uint32_t port) const {
    for (const std::uint32_t crossed : ports_of(route)) {
      if (crossed == port) {
        return true;
      }
    }
    return false;
  }

  Routes& routes_;  // borrowed, as flows_ and links_ are
  NetworkFlows& flows_;
  SharedLinks& links_;
  std::vector<Port> list_;
  Paged<Reservation> reservations_;    // by letter
  std::vector<std::uint32_t> shared_;  // used by shared_route(); a member so that it keeps memory
};

}  // namespace dps::machines
