// Stars: flows that share one link, the hub, and have their other links, the spokes, to themselves.
// Each of n flows gets an n-th of the hub, if no spoke is slower than the hub. So they need neither
// bundles nor a search for their bottleneck: only the hub's clock and a heap of their ends. When a
// flow comes that shares a spoke, or has a slower one, the flows of the star become bundles, whose
// counts go on where the clock is.
#include <utility>

#include "machines/flows/fair_shares.h"

namespace dps::machines {
namespace {

/// Where stars are dissolved again and again, bundles from the start take less time.
constexpr std::uint32_t kMostStars = 8;

}  // namespace

/// False, and nothing is changed, if the flow and those on the hub are no star. The other links of
/// the route are free.
bool FairShares::start_as_spoke(std::uint32_t flow, const Route& route, std::uint32_t hub,
                                Service service, Picoseconds now) {
  const std::uint32_t shared = ports_[hub].link;
  if (!is_widest_beside(route, hub) ||
      (shared != kNoLink && links_[shared].dissolved == kMostStars)) {
    return false;
  }
  const std::uint32_t lone = ports_[hub].lone;
  if (lone != kNoFlow && flows_[lone].kind == Kind::kAlone && flows_[lone].until > now) {
    const Route way = flows_[lone].route;
    if (!is_widest_beside(way, hub)) {
      return false;
    }
    add_spoke(lone, way, hub, stop(lone, now), now);
  } else if (shared == kNoLink || links_[shared].spokes.empty()) {
    return false;
  }
  add_spoke(flow, route, hub, service, now);
  return true;
}

/// True if no link of the route is slower than the hub.
bool FairShares::is_widest_beside(const Route& route, std::uint32_t hub) const {
  for (const std::uint32_t link : links_of(route)) {
    if (ports_[link].bandwidth < ports_[hub].bandwidth) {
      return false;
    }
  }
  return true;
}

void FairShares::add_spoke(std::uint32_t flow, const Route& route, std::uint32_t hub,
                           Service service, Picoseconds now) {
  make_room(flow);
  settle_before(now);
  changed_at_ = now;
  for (const std::uint32_t link : links_of(route)) {
    ports_[link].lone = link == hub ? kNoFlow : flow;
  }
  const std::uint32_t id = link_of(hub);
  Link& link = links_[id];
  run_clock(link, now);
  Flow& spoke = flows_[flow];
  spoke.kind = Kind::kSpoke;
  spoke.end = link.count + service;
  spoke.until = kNever;
  spoke.route = route;
  spoke.group = id;
  ++link.flows;
  IndexedHeap<FlowOrder>(link.spokes, FlowOrder{flows_}).push(flow);
  retime(id);
}

/// The hub's level follows when the instant is settled.
void FairShares::remove_spoke(std::uint32_t flow, Picoseconds now) {
  Flow& spoke = flows_[flow];
  spoke.kind = Kind::kNone;
  leave_ports(flow);
  Link& link = links_[spoke.group];
  --link.flows;
  IndexedHeap<FlowOrder>(link.spokes, FlowOrder{flows_}).erase(flow);
  changed_at_ = now;
  retime(spoke.group);
  set_alarm(spoke.group);
}

void FairShares::end_spoke(std::uint32_t flow, Picoseconds now) {
  Link& link = links_[flows_[flow].group];
  run_clock(link, now);
  const Service end = flows_[flow].end;
  if (is_earlier(end, link.count)) {
    share_surplus(flows_[flow].group, link.count - end);
  }
  remove_spoke(flow, now);
}

// --- the end of stars ---------------------------------------------------------------------------

/// Of all stars that have a hub or a spoke on the route.
void FairShares::dissolve_stars(const Route& route, Picoseconds now) {
  for (const std::uint32_t number : links_of(route)) {
    const Port& port = ports_[number];
    if (port.link != kNoLink && !links_[port.link].spokes.empty()) {
      dissolve_star(port.link, now);
    }
    if (port.lone != kNoFlow && flows_[port.lone].kind == Kind::kSpoke) {
      dissolve_star(flows_[port.lone].group, now);
    }
  }
}

void FairShares::dissolve_star(std::uint32_t id, Picoseconds now) {
  settle_before(now);
  run_clock(links_[id], now);
  const std::vector<std::uint32_t> spokes = std::exchange(links_[id].spokes, {});
  links_[id].safe = Rate{};
  ++links_[id].dissolved;
  for (const std::uint32_t flow : spokes) {
    bundle_spoke(flow, id, now);
  }
}

/// The flow ends at the figure of the hub's clock at which it would have ended before.
void FairShares::bundle_spoke(std::uint32_t flow, std::uint32_t hub, Picoseconds now) {
  Flow& spoke = flows_[flow];
  for (const std::uint32_t port : links_of(spoke.route)) {
    if (ports_[port].lone == flow) {
      ports_[port].lone = kNoFlow;
      ++links_[link_of(port)].flows;
    }
  }
  const std::uint32_t id = bundle_for(shared_links(spoke.route));
  enter_bundle(flow, id);
  if (bundles_[id].bottleneck == kNoLink) {
    bundles_[id].ahead = links_[hub].count;
    put_on_clock(id, hub, now);
  }
  note_changed(id, now);
}

}  // namespace dps::machines
