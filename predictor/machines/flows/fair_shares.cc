#include "predictor/machines/flows/fair_shares.h"

#include <algorithm>

namespace dps::machines {

FairShares::FairShares()
    : links_(routes_, flows_),
      ports_(routes_, flows_, links_),
      levels_(links_),
      stars_(flows_, ports_, links_, levels_) {}

void FairShares::start(std::uint32_t flow, const Route& route, Service service, Picoseconds now,
                       Picoseconds notice) {
  std::uint32_t taken = 0;
  std::uint32_t hub = kNoLink;
  for (const std::uint32_t port : links_of(route)) {
    ports_.forget_reservation(port);
    if (!ports_.is_free(port, now)) {
      ++taken;
      hub = port;
    }
  }
  if (taken == 0) {
    start_lone(flow, route, service, now, notice);
    return;
  }
  const Stars::Place place =
      taken == 1 ? stars_.place_at(hub, route, now) : stars_.place_for(route, now);
  if (place.hub != Stars::kNoPort) {
    start_in_star(flow, route, place, service, now);
  } else {
    stars_.dissolve_on(route, now);
    share_with_lone(route, now);
    start_bundled(flow, route, service, now);
  }
}

Service FairShares::stop(std::uint32_t flow, Picoseconds now) {
  const Flow& ending = flows_[flow];
  if (ending.kind == FlowKind::kLone) {
    end_lone(flow);
    const Service done = carried(full_rate(ending.bandwidth), now - ending.since);
    return done < ending.end ? ending.end - done : 0;
  }
  const Service end = ending.end;
  const Service count = stop_shared(flow, now);
  return is_earlier(count, end) ? end - count : 0;
}

/// Stops a bundled flow or a spoke. Returns the count that the clock or the bundle has reached.
Service FairShares::stop_shared(std::uint32_t flow, Picoseconds now) {
  if (flows_[flow].kind == FlowKind::kSpoke) {
    return stars_.stop(flow, now);
  }
  levels_.update_before(now);
  const Service count = links_.count_of(links_.bundle(flows_[flow].group), now);
  remove_bundled(flow, now);
  return count;
}

std::optional<std::uint32_t> FairShares::first_ended(Picoseconds now) const {
  if (lone_.next() <= now) {
    return lone_.first();
  }
  if (links_.first_alarm() <= now) {
    return links_.first_flow(links_[ports_[links_.first_port()].link]);
  }
  return std::nullopt;
}

void FairShares::carry_on(std::uint32_t flow, Service service, Picoseconds now) {
  Flow& going = flows_[flow];
  if (going.kind == FlowKind::kLone) {
    carry_on_alone(flow, service);
    return;
  }
  going.end += service;
  if (going.kind == FlowKind::kSpoke) {
    stars_.update(flow, now);
  } else {
    links_.update_flow(flow, now);
  }
}

Rate FairShares::rate_of(std::uint32_t flow) {
  levels_.update_if_noted();
  switch (flows_[flow].kind) {
    case FlowKind::kLone:
      return full_rate(flows_[flow].bandwidth);
    case FlowKind::kSpoke:
      return links_[flows_[flow].group].level;
    case FlowKind::kBundled:
      return links_[links_.bundle(flows_[flow].group).bottleneck].level;
    case FlowKind::kNone:
      break;
  }
  return {0, 1};
}

// --- lone flows ---------------------------------------------------------------------------------

void FairShares::start_lone(std::uint32_t flow, const Route& route, Service service,
                            Picoseconds now, Picoseconds notice) {
  for (const std::uint32_t port : links_of(route)) {
    ports_[port].lone = flow;
  }
  start_alone(flow, bandwidth_of(route), service, now, notice);
  flows_[flow].route = route;
}

/// The bandwidth of the slowest link of the route.
BitsPerSecond FairShares::bandwidth_of(const Route& route) const {
  BitsPerSecond bandwidth = kMostBandwidth;
  for (const std::uint32_t port : links_of(route)) {
    bandwidth = std::min(bandwidth, ports_[port].bandwidth);
  }
  return bandwidth;
}

std::optional<Picoseconds> FairShares::reserve(std::uint32_t letter, const Route& route,
                                               Service service, Picoseconds now) {
  for (const std::uint32_t port : links_of(route)) {
    if (!ports_.is_free(port, now)) {
      return std::nullopt;
    }
  }
  const Picoseconds until = later(now, time_for(service, full_rate(bandwidth_of(route))));
  ports_.reserve(letter, {now, until, route});
  return until;
}

void FairShares::start_reserved(std::uint32_t flow, std::uint32_t letter, Service service) {
  make_room(flow);
  const Reservation& reservation = ports_.reservation(letter);
  for (const std::uint32_t port : links_of(reservation.route)) {
    ports_[port].lone = flow;
  }
  Flow& lone = flows_[flow];
  lone.kind = FlowKind::kLone;
  lone.end = service;
  lone.since = reservation.since;
  lone.until = reservation.until;
  lone.bandwidth = bandwidth_of(reservation.route);
  lone.route = reservation.route;
}

void FairShares::notice_at_end(std::uint32_t flow) {
  if (flows_[flow].kind == FlowKind::kLone) {
    lone_.set(flow, flows_[flow].until);
  }
}

/// Counts anew from the last end, since the sum of many services may be too large for a count. The
/// flow may already have received more than all of the new service within the last picosecond.
void FairShares::carry_on_alone(std::uint32_t flow, Service service) {
  Flow& going = flows_[flow];
  const Rate rate = full_rate(going.bandwidth);
  const Service done = carried(rate, going.until - going.since);
  going.end += service;
  if (!is_earlier(going.end, done)) {
    going.since = going.until;
    going.end -= done;
  }
  going.until = later(going.since, time_for(going.end, rate));
  lone_.set(flow, going.until);
}

void FairShares::end_lone(std::uint32_t flow) {
  lone_.remove(flow);
  ports_.release(flow);
  flows_[flow].kind = FlowKind::kNone;
}

/// Starts the flow in a star, perhaps with a lone flow.
void FairShares::start_in_star(std::uint32_t flow, const Route& route, const Stars::Place& place,
                               Service service, Picoseconds now) {
  make_room(flow);
  if (place.lone != kNoFlow) {
    const Route way = flows_[place.lone].route;
    stars_.start(place.lone, way, place.hub, stop(place.lone, now), now);
  }
  stars_.start(flow, route, place.hub, service, now);
}

/// Turns the lone flows on the route into bundles.
void FairShares::share_with_lone(const Route& route, Picoseconds now) {
  for (const std::uint32_t port : links_of(route)) {
    const std::uint32_t lone = ports_[port].lone;
    if (lone == kNoFlow) {
      continue;
    }
    if (flows_[lone].until <= now) {
      ports_[port].lone = kNoFlow;
    } else {
      const Route way = flows_[lone].route;
      start_bundled(lone, way, stop(lone, now), now);
    }
  }
}

// --- bundled flows ------------------------------------------------------------------------------

void FairShares::start_bundled(std::uint32_t flow, const Route& route, Service service,
                               Picoseconds now) {
  make_room(flow);
  levels_.update_before(now);
  const Route links = ports_.shared_route(route);
  for (const std::uint32_t link : links_of(links)) {
    ++links_[link].flows;
  }
  const std::uint32_t bundle = links_.bundle_for(links);
  Flow& started = flows_[flow];
  started.until = kNever;
  started.end = links_.count_of(links_.bundle(bundle), now) + service;
  links_.add_flow(flow, bundle);
  levels_.note_changed(bundle, now);
}

void FairShares::end_bundled(std::uint32_t flow, Picoseconds now) {
  const Flow& ending = flows_[flow];
  const FlowBundle& bundle = links_.bundle(ending.group);
  const Service count = links_.count_of(bundle, now);
  if (is_earlier(ending.end, count)) {
    links_.share_surplus(bundle.bottleneck, count - ending.end);
  }
  remove_bundled(flow, now);
}

void FairShares::remove_bundled(std::uint32_t flow, Picoseconds now) {
  const std::uint32_t number = flows_[flow].group;
  flows_[flow].kind = FlowKind::kNone;
  FlowBundle& bundle = links_.bundle(number);
  const Route route = bundle.route;
  for (const std::uint32_t link : links_of(route)) {
    --links_[link].flows;
  }
  const std::uint32_t bottleneck = bundle.bottleneck;
  if (bundle.flows.size() == 1) {
    links_.take_off_clock(number, now);
    bundle.flows.clear();
    levels_.note_removed(route, now);
    links_.remove(number);
  } else {
    links_.remove_flow(flow, number);
    levels_.note_changed(number, now);
  }
  if (bottleneck != kNoLink) {
    links_.set_alarm_if_due(bottleneck);  // FairLevels sets it
  }
}

}  // namespace dps::machines
