#include "machines/flows/fair_shares.h"

#include <algorithm>

#include "base/check.h"

namespace dps::machines {

struct FairShares::BundleOrder {
  std::vector<Bundle>& bundles;

  [[nodiscard]] bool before(std::uint32_t a, std::uint32_t b) const {
    const Bundle& first = bundles[a];
    const Bundle& second = bundles[b];
    return first.first_end != second.first_end ? is_earlier(first.first_end, second.first_end)
                                               : first.first_flow < second.first_flow;
  }
  [[nodiscard]] std::uint32_t& place(std::uint32_t bundle) const { return bundles[bundle].place; }
};

std::uint32_t FairShares::add_link(BitsPerSecond bandwidth) {
  DPS_CHECK(bandwidth > BitsPerSecond{} && bandwidth <= kMostBandwidth);
  ports_.push_back({bandwidth, kNoFlow, kNoLink});
  clocks_.resize(ports_.size());
  return static_cast<std::uint32_t>(ports_.size() - 1);
}

// --- flows --------------------------------------------------------------------------------------

void FairShares::grow(std::uint32_t flow) {
  flows_.resize(std::max<std::size_t>(std::size_t{flow} + 1, flows_.size() * 2));
  alone_.resize(flows_.size());
}

bool FairShares::is_free(const Port& port, Picoseconds now) const {
  return (port.lone == kNoFlow || flows_[port.lone].until <= now) &&
         (port.link == kNoLink || links_[port.link].flows == 0);
}

void FairShares::start(std::uint32_t flow, const Route& route, Service service, Picoseconds now,
                       Picoseconds notice) {
  std::uint32_t taken = 0;
  std::uint32_t hub = kNoLink;
  for (const std::uint32_t link : links_of(route)) {
    if (!is_free(ports_[link], now)) {
      ++taken;
      hub = link;
    }
  }
  if (taken == 0) {
    start_lone(flow, route, service, now, notice);
  } else if (taken > 1 || !start_as_spoke(flow, route, hub, service, now)) {
    dissolve_stars(route, now);
    share_with_lone(route, now);
    push_flow(flow, route, service, now);
  }
}

void FairShares::start_lone(std::uint32_t flow, const Route& route, Service service,
                            Picoseconds now, Picoseconds notice) {
  BitsPerSecond bandwidth = kMostBandwidth;
  for (const std::uint32_t link : links_of(route)) {
    bandwidth = std::min(bandwidth, ports_[link].bandwidth);
    ports_[link].lone = flow;
  }
  start_alone(flow, bandwidth, service, now, notice);
  flows_[flow].route = route;
}

/// The flows that have a link of the route to themselves go on beside others.
void FairShares::share_with_lone(const Route& route, Picoseconds now) {
  for (const std::uint32_t link : links_of(route)) {
    const std::uint32_t lone = ports_[link].lone;
    if (lone == kNoFlow) {
      continue;
    }
    if (flows_[lone].until <= now) {
      ports_[link].lone = kNoFlow;
    } else {
      const Route way = flows_[lone].route;
      push_flow(lone, way, stop(lone, now), now);
    }
  }
}

void FairShares::start_alone(std::uint32_t flow, BitsPerSecond bandwidth, Service service,
                             Picoseconds now, Picoseconds notice) {
  make_room(flow);
  Flow& alone = flows_[flow];
  alone.kind = Kind::kAlone;
  alone.end = service;
  alone.since = now;
  alone.until = later(now, time_for(service, full_rate(bandwidth)));
  alone.bandwidth = bandwidth;
  alone.route = Route{};
  alone_.set(flow, later(alone.until, notice));
}

void FairShares::notice_at_end(std::uint32_t flow) {
  if (flows_[flow].kind == Kind::kAlone) {
    alone_.set(flow, flows_[flow].until);
  }
}

void FairShares::end_alone(std::uint32_t flow) {
  alone_.remove(flow);
  leave_ports(flow);
  flows_[flow].kind = Kind::kNone;
}

/// Frees the links that the flow has to itself.
void FairShares::leave_ports(std::uint32_t flow) {
  for (const std::uint32_t link : links_of(flows_[flow].route)) {
    if (ports_[link].lone == flow) {
      ports_[link].lone = kNoFlow;
    }
  }
}

Service FairShares::stop(std::uint32_t flow, Picoseconds now) {
  const Flow& ending = flows_[flow];
  if (ending.kind == Kind::kAlone) {
    end_alone(flow);
    const Service done = carried(full_rate(ending.bandwidth), now - ending.since);
    return done < ending.end ? ending.end - done : 0;
  }
  settle_before(now);
  const bool is_spoke = ending.kind == Kind::kSpoke;
  if (is_spoke) {
    run_clock(links_[ending.group], now);
  }
  const Service count =
      is_spoke ? links_[ending.group].count : count_of(bundles_[ending.group], now);
  const Service rest = is_earlier(count, ending.end) ? ending.end - count : 0;
  is_spoke ? remove_spoke(flow, now) : remove_flow(flow, now);
  return rest;
}

std::optional<std::uint32_t> FairShares::first_ended(Picoseconds now) const {
  if (alone_.next() <= now) {
    return alone_.first();
  }
  if (clocks_.next() <= now) {
    const Link& link = links_[ports_[clocks_.first()].link];
    return link.spokes.empty() ? bundles_[link.clocked[0]].first_flow : link.spokes[0];
  }
  return std::nullopt;
}

void FairShares::carry_on(std::uint32_t flow, Service service, Picoseconds now) {
  Flow& going = flows_[flow];
  going.end += service;
  if (going.kind == Kind::kAlone) {
    going.until = later(going.since, time_for(going.end, full_rate(going.bandwidth)));
    alone_.set(flow, going.until);
    return;
  }
  if (going.kind == Kind::kSpoke) {
    Link& hub = links_[going.group];
    run_clock(hub, now);
    IndexedHeap<FlowOrder>(hub.spokes, FlowOrder{flows_}).update(flow);
    set_alarm(going.group);
    return;
  }
  Bundle& bundle = bundles_[going.group];
  Link& link = links_[bundle.bottleneck];
  run_clock(link, now);
  IndexedHeap<FlowOrder>(bundle.flows, FlowOrder{flows_}).update(flow);
  look_at_first(bundle);
  IndexedHeap<BundleOrder>(link.clocked, BundleOrder{bundles_}).update(going.group);
  set_alarm(bundle.bottleneck);
}

void FairShares::end_bundled(std::uint32_t flow, Picoseconds now) {
  const Flow& ending = flows_[flow];
  const Bundle& bundle = bundles_[ending.group];
  Link& link = links_[bundle.bottleneck];
  run_clock(link, now);
  const Service count = link.count + bundle.ahead;
  if (is_earlier(ending.end, count)) {
    share_surplus(bundle.bottleneck, count - ending.end);
  }
  remove_flow(flow, now);
}

/// What the flow that ends was given beyond its end, within the last picosecond, would have gone to
/// the others by the link's clock.
void FairShares::share_surplus(std::uint32_t id, Service surplus) {
  Link& link = links_[id];
  if (link.flows > 1 && link.clocked.size() == link.bundles.size()) {
    link.count += surplus / (link.flows - 1);
  }
}

Rate FairShares::rate_of(std::uint32_t flow) {
  settle();
  switch (flows_[flow].kind) {
    case Kind::kAlone:
      return full_rate(flows_[flow].bandwidth);
    case Kind::kSpoke:
      return links_[flows_[flow].group].level;
    case Kind::kBundled:
      return links_[bundles_[flows_[flow].group].bottleneck].level;
    case Kind::kNone:
      break;
  }
  return {0, 1};
}

/// The bundle's count; 0 where nothing has been carried yet.
Service FairShares::count_of(const Bundle& bundle, Picoseconds now) {
  if (bundle.bottleneck == kNoLink) {
    return bundle.ahead;
  }
  Link& link = links_[bundle.bottleneck];
  run_clock(link, now);
  return link.count + bundle.ahead;
}

void FairShares::push_flow(std::uint32_t flow, const Route& route, Service service,
                           Picoseconds now) {
  make_room(flow);
  settle_before(now);
  const Route links = shared_links(route);
  for (const std::uint32_t link : links_of(links)) {
    ++links_[link].flows;
  }
  const std::uint32_t id = bundle_for(links);
  Flow& started = flows_[flow];
  started.until = kNever;
  started.end = count_of(bundles_[id], now) + service;
  enter_bundle(flow, id);
  note_changed(id, now);
}

void FairShares::enter_bundle(std::uint32_t flow, std::uint32_t id) {
  flows_[flow].kind = Kind::kBundled;
  flows_[flow].group = id;
  Bundle& bundle = bundles_[id];
  IndexedHeap<FlowOrder>(bundle.flows, FlowOrder{flows_}).push(flow);
  look_at_first(bundle);
  if (bundle.bottleneck != kNoLink) {
    IndexedHeap<BundleOrder>(links_[bundle.bottleneck].clocked, BundleOrder{bundles_}).update(id);
  }
}

void FairShares::remove_flow(std::uint32_t flow, Picoseconds now) {
  const std::uint32_t id = flows_[flow].group;
  flows_[flow].kind = Kind::kNone;
  Bundle& bundle = bundles_[id];
  const Route route = bundle.route;
  for (const std::uint32_t link : links_of(route)) {
    --links_[link].flows;
  }
  const std::uint32_t clock = bundle.bottleneck;
  if (bundle.flows.size() == 1) {
    take_off_clock(id, now);
    bundle.flows.clear();
    drop(id);
    note_left(route, now);
  } else {
    IndexedHeap<FlowOrder>(bundle.flows, FlowOrder{flows_}).erase(flow);
    look_at_first(bundle);
    if (clock != kNoLink) {
      IndexedHeap<BundleOrder>(links_[clock].clocked, BundleOrder{bundles_}).update(id);
    }
    note_changed(id, now);
  }
  if (clock != kNoLink) {
    set_alarm(clock);
  }
}

/// The position in links_ of a port's link.
std::uint32_t FairShares::link_of(std::uint32_t number) {
  Port& port = ports_[number];
  if (port.link == kNoLink) {
    port.link = static_cast<std::uint32_t>(links_.size());
    Link& link = links_.emplace_back();
    link.port = number;
    link.bandwidth = port.bandwidth;
  }
  return port.link;
}

/// The same route, of positions in links_.
Route FairShares::shared_links(const Route& route) {
  shared_.clear();
  for (const std::uint32_t port : links_of(route)) {
    shared_.push_back(link_of(port));
  }
  return routes_.over(shared_);
}

// --- bundles ------------------------------------------------------------------------------------

std::uint32_t FairShares::bundle_for(const Route& route) {
  const auto unused =
      free_bundles_.empty() ? static_cast<std::uint32_t>(bundles_.size()) : free_bundles_.back();
  const std::uint32_t id = bundle_of_.find_or_insert(route.number(), unused);
  if (id != unused) {
    return id;
  }
  if (free_bundles_.empty()) {
    bundles_.emplace_back();
  } else {
    free_bundles_.pop_back();
  }
  bundles_[id].route = route;
  bundles_[id].bottleneck = kNoLink;
  bundles_[id].ahead = 0;
  join(id);
  return id;
}

void FairShares::drop(std::uint32_t bundle) {
  leave(bundle);
  bundle_of_.erase(bundles_[bundle].route.number());
  free_bundles_.push_back(bundle);
}

/// Enters the bundle in the lists of its links. Where it finds one other bundle, that one no longer
/// has the link for itself.
void FairShares::join(std::uint32_t bundle) {
  Bundle& joining = bundles_[bundle];
  joining.place_on.clear();
  for (const std::uint32_t id : links_of(joining.route)) {
    Link& link = links_[id];
    joining.place_on.push_back(static_cast<std::uint32_t>(link.bundles.size()));
    link.bundles.push_back(bundle);
    ++link.fresh;
    if (link.bundles.size() == 2) {
      const std::uint32_t held_at = bundles_[link.bundles[0]].bottleneck;
      if (held_at != kNoLink && held_at != id) {
        ++links_[held_at].entangled;
      }
    }
  }
}

void FairShares::leave(std::uint32_t bundle) {
  const Bundle& leaving = bundles_[bundle];
  const auto links = links_of(leaving.route);
  for (std::size_t i = 0; i < links.size(); ++i) {
    const std::uint32_t id = links[i];
    Link& link = links_[id];
    const std::uint32_t last = link.bundles.back();
    const std::uint32_t place = leaving.place_on[i];
    link.bundles[place] = last;
    link.bundles.pop_back();
    --link.fresh;
    move_on(id, bundles_[last], place);
    if (link.bundles.size() == 1) {
      const std::uint32_t held_at = bundles_[link.bundles[0]].bottleneck;
      if (held_at != kNoLink && held_at != id) {
        --links_[held_at].entangled;
      }
    }
  }
}

void FairShares::move_on(std::uint32_t link, Bundle& moved, std::uint32_t place) const {
  const auto links = links_of(moved.route);
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (links[i] == link) {
      moved.place_on[i] = place;
    }
  }
}

/// After its flows, or what it has ahead of its clock, have changed.
void FairShares::look_at_first(Bundle& bundle) const {
  bundle.first_flow = bundle.flows[0];
  bundle.first_end = flows_[bundle.first_flow].end - bundle.ahead;
}

std::uint32_t FairShares::shared_beside(const Bundle& bundle, std::uint32_t link) const {
  std::uint32_t shared = 0;
  for (const std::uint32_t other : links_of(bundle.route)) {
    shared += other != link && links_[other].bundles.size() > 1 ? 1 : 0;
  }
  return shared;
}

// --- clocks -------------------------------------------------------------------------------------

void FairShares::run_clock(Link& link, Picoseconds now) {
  if (link.since != now) {
    if (!link.clocked.empty() || !link.spokes.empty()) {
      link.count += carried(link.level, now - link.since);
    }
    link.since = now;
  }
}

/// Sets when the first flow of the clock ends. The clock has been read; if its level is still to be
/// settled, settle() sets the alarm.
void FairShares::set_alarm(std::uint32_t link) {
  const Link& at = links_[link];
  if ((at.clocked.empty() && at.spokes.empty()) || !at.level.is_limit()) {
    clocks_.remove(at.port);
    return;
  }
  const Service end =
      at.spokes.empty() ? bundles_[at.clocked[0]].first_end : flows_[at.spokes[0]].end;
  const Service gap = is_earlier(at.count, end) ? end - at.count : 0;
  clocks_.set(at.port, later(at.since, time_for(gap, at.level)));
}

/// The bundle's count stays what it is; what it had ahead of its clock changes.
void FairShares::put_on_clock(std::uint32_t bundle, std::uint32_t link, Picoseconds now) {
  Bundle& moving = bundles_[bundle];
  Link& to = links_[link];
  run_clock(to, now);
  moving.ahead -= to.count;  // take_off_clock() left the whole count there
  moving.bottleneck = link;
  look_at_first(moving);
  for (const std::uint32_t crossed : links_of(moving.route)) {
    --links_[crossed].fresh;
  }
  to.entangled += shared_beside(moving, link);
  IndexedHeap<BundleOrder>(to.clocked, BundleOrder{bundles_}).push(bundle);
}

/// Nothing if the bundle goes by no clock. The alarm is the caller's.
void FairShares::take_off_clock(std::uint32_t bundle, Picoseconds now) {
  Bundle& moving = bundles_[bundle];
  if (moving.bottleneck == kNoLink) {
    return;
  }
  Link& from = links_[moving.bottleneck];
  run_clock(from, now);
  from.entangled -= shared_beside(moving, moving.bottleneck);
  IndexedHeap<BundleOrder>(from.clocked, BundleOrder{bundles_}).erase(bundle);
  if (from.clocked.empty()) {
    from.safe = Rate{};
  }
  for (const std::uint32_t link : links_of(moving.route)) {
    ++links_[link].fresh;
  }
  moving.ahead += from.count;
  moving.bottleneck = kNoLink;
}

}  // namespace dps::machines
