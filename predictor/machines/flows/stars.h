/// Stars: flows that share one link only, the hub, and have their other links, the spokes of the
/// star, to themselves.
///
/// If no other link is slower than the hub, each of n flows gets an n-th of the hub. So the flows
/// need neither bundles nor a search for their bottleneck, only the clock of the hub and a heap of
/// their ends. When a flow comes that shares one of the other links, or has a slower one, the flows
/// of the star become bundles; their counts continue where the clock is.
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
  Stars(Flows& flows, Ports& ports, SharedLinks& links, FairLevels& levels)
      : flows_(flows), ports_(ports), links_(links), levels_(levels) {}

  /// True if a flow with this route could be in a star with this hub. Its other ports are free.
  [[nodiscard]] bool accepts(const Route& route, std::uint32_t hub) const;
  /// True if the port is the hub of a star that has flows.
  [[nodiscard]] bool has_flows(const Port& port) const {
    return port.link != kNoLink && !links_[port.link].spokes.empty();
  }

  /// Starts a flow, which has an entry in `flows`, in the star of the hub, which accepts its route.
  void start(std::uint32_t flow, const Route& route, std::uint32_t hub, Service service,
             Picoseconds now);
  /// The end of the flow has changed.
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
  void remove(std::uint32_t flow, Picoseconds now);
  void dissolve_any_on(const Route& route, Picoseconds now);
  void dissolve(std::uint32_t link, Picoseconds now);
  void turn_into_bundle(std::uint32_t flow, std::uint32_t hub, Picoseconds now);

  Flows& flows_;  // borrowed, as the others are
  Ports& ports_;
  SharedLinks& links_;
  FairLevels& levels_;
  std::size_t spokes_ = 0;  // of all stars
};

}  // namespace dps::machines
