/// Stars: flows that all share one link, the hub, and share their other links, if at all, only with
/// one another. Examples are the flows to one host, whose routes meet before they reach it, and
/// those from one host.
///
/// If no other link is slower than the hub, each of n flows gets an n-th of the hub. So the flows,
/// the spokes of the star, need neither bundles nor a search for their bottleneck, only the clock
/// of the hub and a heap of their ends. When a flow enters that shares one of the other links and
/// does not cross the hub, or has a slower link, the flows of the star become bundles; their counts
/// continue from the clock's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "predictor/machines/flows/fair_levels.h"
#include "predictor/machines/flows/flows.h"
#include "predictor/machines/flows/ports.h"
#include "predictor/machines/flows/routes.h"
#include "predictor/machines/flows/shared_links.h"

namespace dps::machines {

class Stars {
 public:
  /// The arguments are borrowed.
  Stars(NetworkFlows& flows, Ports& ports, SharedLinks& links, FairLevels& levels)
      : flows_(flows), ports_(ports), links_(links), levels_(levels) {}

  static constexpr std::uint32_t kNoPort = 0xffffffff;

  struct Place {
    std::uint32_t hub = kNoPort;   ///< a port; kNoPort: there is no place
    std::uint32_t lone = kNoFlow;  ///< a lone flow that must join the star first
  };
  /// A place for a flow with this route, several ports of which are not free: in the star whose
  /// spokes alone cross these ports, or in a new one with the lone flow that alone crosses them.
  [[nodiscard]] Place place_for(const Route& route, Picoseconds now) const;
  /// Does the same if only this port of the route is not free.
  [[nodiscard]] Place place_at(std::uint32_t port, const Route& route, Picoseconds now) const;

  /// Starts a flow, which has an entry in `flows`, in the star of the hub, where it has a place.
  void start(std::uint32_t flow, const Route& route, std::uint32_t hub, Service service,
             Picoseconds now);
  /// Called when the end of the flow has changed.
  void update(std::uint32_t flow, Picoseconds now);
  void end(std::uint32_t flow, Picoseconds now);
  /// Removes the flow and returns the count that the clock of its star has reached.
  Service stop(std::uint32_t flow, Picoseconds now);

  /// Turns the flows of all stars that have a hub or another link on the route into bundles.
  void dissolve_on(const Route& route, Picoseconds now) {
    if (spokes_ > 0) {
      dissolve_any_on(route, now);
    }
  }

 private:
  [[nodiscard]] bool accepts(const Route& route, std::uint32_t hub) const;
  [[nodiscard]] Place place_in_star(std::uint32_t star, const Route& route) const;
  [[nodiscard]] Place place_with(std::uint32_t lone, const Route& route, Picoseconds now) const;
  [[nodiscard]] bool has_flows(const Port& port) const {
    return port.link != kNoLink && !links_[port.link].spokes.empty();
  }
  [[nodiscard]] std::uint32_t star_at(std::uint32_t port) const;
  [[nodiscard]] std::uint32_t hub_for(const Route& route, Picoseconds now) const;
  void remove(std::uint32_t flow, Picoseconds now);
  void dissolve_any_on(const Route& route, Picoseconds now);
  void dissolve(std::uint32_t link, Picoseconds now);
  void turn_into_bundle(std::uint32_t flow, std::uint32_t hub, Picoseconds now);

  NetworkFlows& flows_;  // borrowed, as the others are
  Ports& ports_;
  SharedLinks& links_;
  FairLevels& levels_;
  std::size_t spokes_ = 0;  // of all stars
};

}  // namespace dps::machines
