/// Links that several flows share, with their clocks, and the bundles of flows that cross them.
///
/// All flows over the same links have the same rate; they are a *bundle*. The rate of a bundle is
/// limited by one of its links, its *bottleneck*: a full link on which no flow is faster. All
/// bundles with the same bottleneck have the same rate, the *level* of the link. So each link has a
/// clock that runs at its level and counts the service that each of these flows has received. The
/// count at which a flow ends is fixed when the flow begins; flows that begin or end beside it
/// change only the speed of the clock.
/// Sources: Bertsekas and Gallager, Data Networks, 6.5.2 (max-min fairness, bottleneck links);
/// Demers, Keshav and Shenker, SIGCOMM 1989 (the clock, as in fair queueing).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <boost/container/small_vector.hpp>

#include "base/rates.h"
#include "predictor/machines/event_heap.h"
#include "predictor/machines/flows/flows.h"
#include "predictor/machines/flows/rate.h"
#include "predictor/machines/flows/routes.h"
#include "predictor/machines/lane_queue.h"
#include "predictor/machines/number_table.h"

namespace dps::machines {

inline constexpr std::uint32_t kNoLink = 0xffffffff;

/// Most bundles have one flow and two links, and most links few bundles.
using FewNumbers = boost::container::small_vector<std::uint32_t, 2>;

/// A bundle that crosses a link.
struct Crossing {
  std::uint32_t bundle = 0;
  std::uint32_t place = 0;  ///< of the link on the route of the bundle
};

// Moving a small_vector allocates only if the allocators differ, so the moves below never throw.

struct FlowBundle {                    // NOLINT(bugprone-exception-escape)
  Route route;                         ///< of shared links
  FewNumbers flows;                    ///< a heap by end
  Service offset = 0;                  ///< the count of the bundle minus that of its clock
  Service first_end = 0;               ///< the first end of its flows, on its clock
  std::uint32_t first_flow = 0;        ///< the flow that ends then
  std::uint32_t bottleneck = kNoLink;  ///< kNoLink until the level of a new bundle is computed
  std::uint32_t place = 0;             ///< in the heap of its clock
  FewNumbers place_on;                 ///< in the list of bundles of each link of the route
  // Noted by FairLevels:
  bool is_changed = false;
  bool is_chosen = false;
};

/// A link that is or was shared. Its flows are either bundled, or the spokes of one star.
struct SharedLink {   // NOLINT(bugprone-exception-escape)
  Service count = 0;  ///< of the clock, at `since`
  Picoseconds since;
  BitsPerSecond bandwidth;
  Rate level;       ///< the rate of a flow on this link: the speed of the clock
  Rate safe_level;  ///< up to this level no other link of its bundles is full
  boost::container::small_vector<Crossing, 2> bundles;  ///< all that cross the link
  FewNumbers clocked;  ///< the bundles whose bottleneck it is: a heap by their first end
  LaneQueue spokes;
  std::uint32_t port = 0;
  std::uint32_t flows = 0;      ///< flows in bundles, or as spokes
  std::uint32_t unclocked = 0;  ///< bundles that have no bottleneck yet
  /// The number of links that its clocked bundles share with other bundles, apart from this link.
  std::uint32_t shared_beside = 0;
  std::uint32_t dissolved = 0;  ///< the number of times that its star was turned into bundles
  std::uint32_t passing = 0;    ///< spokes of another link's star, if several cross this one
  // Noted by FairLevels:
  bool is_left = false;
  bool is_queued = false;
  bool is_visited = false;
  bool is_retimed = false;
};

class SharedLinks {
 public:
  /// The arguments are borrowed.
  SharedLinks(Routes& routes, NetworkFlows& flows) : routes_(routes), flows_(flows) {}

  /// The number of a new shared link. The port is below the count of set_port_count().
  std::uint32_t add(std::uint32_t port, BitsPerSecond bandwidth);
  void set_port_count(std::size_t ports) { alarms_.resize(ports); }

  [[nodiscard]] SharedLink& operator[](std::uint32_t link) { return links_[link]; }
  [[nodiscard]] const SharedLink& operator[](std::uint32_t link) const { return links_[link]; }
  [[nodiscard]] FlowBundle& bundle(std::uint32_t number) { return bundles_[number]; }
  [[nodiscard]] const FlowBundle& bundle(std::uint32_t number) const { return bundles_[number]; }
  [[nodiscard]] std::span<const std::uint32_t> links_of(const Route& route) const {
    return routes_.links(route);
  }

  /// The bundle of a route of shared links; a new one if the route has none. It takes over the
  /// route from the caller, and releases it with the last flow.
  std::uint32_t bundle_for(const Route& route);
  /// Removes the bundle, which has no flow and no bottleneck. Its number will be reused.
  void remove(std::uint32_t bundle);

  /// Adds a flow, whose end is set on the count of the bundle.
  void add_flow(std::uint32_t flow, std::uint32_t bundle);
  /// Removes a flow, which is not the last one of the bundle.
  void remove_flow(std::uint32_t flow, std::uint32_t bundle);
  /// Called when the end of the flow has changed.
  void update_flow(std::uint32_t flow, Picoseconds now);
  /// The count of the bundle; 0 if it has carried nothing yet.
  [[nodiscard]] Service count_of(const FlowBundle& bundle, Picoseconds now);

  /// Advances the clock to `now`.
  void run_clock(SharedLink& link, Picoseconds now);
  /// Sets the instant at which the first flow of the clock ends. The clock has been run.
  void set_alarm(std::uint32_t link);
  /// Does the same if the flow ends by now; else sets no alarm, so the caller must do so later.
  void set_alarm_if_due(std::uint32_t link);
  /// The port whose alarm is the first, and its instant (kNever if there is none).
  [[nodiscard]] std::uint32_t first_port() const { return alarms_.first(); }
  [[nodiscard]] Picoseconds first_alarm() const { return alarms_.next(); }
  /// The flow of the clock that ends first.
  [[nodiscard]] std::uint32_t first_flow(const SharedLink& link) const {
    return link.spokes.empty() ? bundles_[link.clocked[0]].first_flow
                               : link.spokes.first(FlowOrder{flows_});
  }

  /// Makes the link the bottleneck of a bundle that has none. The count of the bundle does not
  /// change, but its offset does.
  void put_on_clock(std::uint32_t bundle, std::uint32_t link, Picoseconds now);
  /// Removes the bundle from its bottleneck, whose alarm the caller sets.
  void take_off_clock(std::uint32_t bundle, Picoseconds now);
  /// Distributes the service that a flow received beyond its end, within the last picosecond, among
  /// the other flows of the clock.
  void share_surplus(std::uint32_t link, Service surplus);

 private:
  struct BundleOrder;

  void join_links(std::uint32_t bundle);
  void leave_links(std::uint32_t bundle);
  void update_first(FlowBundle& bundle) const;
  [[nodiscard]] Service gap_before_end(const SharedLink& link) const;
  [[nodiscard]] std::uint32_t shared_beside(const FlowBundle& bundle, std::uint32_t link) const;

  Routes& routes_;  // borrowed, as flows_ is
  NetworkFlows& flows_;
  std::vector<SharedLink> links_;
  std::vector<FlowBundle> bundles_;
  std::vector<std::uint32_t> free_bundles_;
  NumberTable bundle_of_;  // by the number of its route
  EventHeap alarms_;       // by port
};

}  // namespace dps::machines
