#include "predictor/machines/flows/stars.h"

#include <vector>

namespace dps::machines {
namespace {

/// A hub whose star was dissolved this often has no star again: bundles take less time then.
constexpr std::uint32_t kMostStars = 8;

}  // namespace

/// True if a flow with this route could be in a star with this hub.
bool Stars::accepts(const Route& route, std::uint32_t hub) const {
  const std::uint32_t link = ports_[hub].link;
  if (link != kNoLink && links_[link].dissolved == kMostStars) {
    return false;
  }
  bool has_hub = false;
  for (const std::uint32_t port : ports_.ports_of(route)) {
    has_hub = has_hub || port == hub;
    if (ports_[port].bandwidth < ports_[hub].bandwidth) {
      return false;
    }
  }
  return has_hub;
}

/// The star whose spokes cross the port, as its hub or not; kNoLink if there is none.
std::uint32_t Stars::star_at(std::uint32_t port) const {
  const Port& at = ports_[port];
  return has_flows(at) ? at.link : ports_.star_of(port);
}

Stars::Place Stars::place_for(const Route& route, Picoseconds now) const {
  std::uint32_t star = kNoLink;
  std::uint32_t lone = kNoFlow;
  for (const std::uint32_t port : ports_.ports_of(route)) {
    if (ports_.is_free(port, now)) {
      continue;
    }
    const std::uint32_t its_star = star_at(port);
    const std::uint32_t flow = its_star == kNoLink ? ports_[port].lone : kNoFlow;
    const bool is_bundled = its_star == kNoLink && (flow == kNoFlow || flows_[flow].until <= now);
    const bool is_first = star == kNoLink && lone == kNoFlow;
    if (is_bundled || (!is_first && (its_star != star || flow != lone))) {
      return {};
    }
    star = its_star;
    lone = flow;
  }
  if (star != kNoLink) {
    return place_in_star(star, route);
  }
  return place_with(lone, route, now);
}

Stars::Place Stars::place_at(std::uint32_t port, const Route& route, Picoseconds now) const {
  if (!accepts(route, port)) {
    return {};
  }
  const Port& at = ports_[port];
  if (has_flows(at)) {
    return {port, kNoFlow};
  }
  const bool has_lone = at.lone != kNoFlow && ports_.star_of(port) == kNoLink &&
                        flows_[at.lone].until > now && accepts(flows_[at.lone].route, port);
  return has_lone ? Place{port, at.lone} : Place{};
}

Stars::Place Stars::place_in_star(std::uint32_t star, const Route& route) const {
  const std::uint32_t hub = links_[star].port;
  return accepts(route, hub) ? Place{hub, kNoFlow} : Place{};
}

Stars::Place Stars::place_with(std::uint32_t lone, const Route& route, Picoseconds now) const {
  const std::uint32_t hub = hub_for(route, now);
  return accepts(route, hub) && accepts(flows_[lone].route, hub) ? Place{hub, lone} : Place{};
}

/// The slowest of the ports that are not free. If several are equal, the last or the first port of
/// the route, if it is among them, so that flows to one host, or from one, have the same hub.
std::uint32_t Stars::hub_for(const Route& route, Picoseconds now) const {
  const auto ports = ports_.ports_of(route);
  std::uint32_t first = kNoPort;
  std::uint32_t last = kNoPort;
  for (const std::uint32_t port : ports) {
    if (ports_.is_free(port, now)) {
      continue;
    }
    const bool is_slower = first == kNoPort || ports_[port].bandwidth < ports_[first].bandwidth;
    first = is_slower ? port : first;
    last = is_slower || ports_[port].bandwidth == ports_[first].bandwidth ? port : last;
  }
  return last != ports.back() && first == ports.front() ? first : last;
}

void Stars::start(std::uint32_t flow, const Route& route, std::uint32_t hub, Service service,
                  Picoseconds now) {
  levels_.update_before(now);
  const std::uint32_t number = ports_.shared_link(hub);
  for (const std::uint32_t port : ports_.ports_of(route)) {
    if (port != hub) {
      ports_.add_spoke(port, flow, number);
    }
  }
  ports_[hub].lone = kNoFlow;
  SharedLink& link = links_[number];
  links_.run_clock(link, now);
  Flow& spoke = flows_[flow];
  spoke.kind = FlowKind::kSpoke;
  spoke.end = link.count + service;
  spoke.until = kNever;
  spoke.route = route;
  spoke.group = number;
  ++link.flows;
  link.spokes.push(flow, FlowOrder{flows_});
  ++spokes_;
  levels_.note_star(number, now);
}

void Stars::update(std::uint32_t flow, Picoseconds now) {
  const std::uint32_t hub = flows_[flow].group;
  links_.run_clock(links_[hub], now);
  links_[hub].spokes.update(flow, FlowOrder{flows_});
  links_.set_alarm(hub);
}

void Stars::end(std::uint32_t flow, Picoseconds now) {
  const Flow& ending = flows_[flow];
  SharedLink& hub = links_[ending.group];
  links_.run_clock(hub, now);
  if (is_earlier(ending.end, hub.count)) {
    links_.share_surplus(ending.group, hub.count - ending.end);
  }
  remove(flow, now);
}

Service Stars::stop(std::uint32_t flow, Picoseconds now) {
  levels_.update_before(now);
  SharedLink& hub = links_[flows_[flow].group];
  links_.run_clock(hub, now);
  remove(flow, now);
  return hub.count;
}

void Stars::remove(std::uint32_t flow, Picoseconds now) {
  Flow& removed = flows_[flow];
  removed.kind = FlowKind::kNone;
  SharedLink& hub = links_[removed.group];
  for (const std::uint32_t port : ports_.ports_of(removed.route)) {
    if (port != hub.port) {
      ports_.remove_spoke(port);
    }
  }
  --hub.flows;
  hub.spokes.erase(flow, FlowOrder{flows_});
  --spokes_;
  levels_.note_star(removed.group, now);  // so that its alarm will be set
  links_.set_alarm_if_due(removed.group);
}

// --- the end of stars ---------------------------------------------------------------------------

void Stars::dissolve_any_on(const Route& route, Picoseconds now) {
  for (const std::uint32_t number : ports_.ports_of(route)) {
    if (const std::uint32_t star = star_at(number); star != kNoLink) {
      dissolve(star, now);
    }
  }
}

void Stars::dissolve(std::uint32_t link, Picoseconds now) {
  levels_.update_before(now);
  links_.run_clock(links_[link], now);
  const std::vector<std::uint32_t> spokes = links_[link].spokes.take_all();
  spokes_ -= spokes.size();
  links_[link].safe_level = Rate{};
  ++links_[link].dissolved;
  for (const std::uint32_t flow : spokes) {
    turn_into_bundle(flow, link, now);
  }
}

/// Turns a spoke into a bundled flow; it ends when the clock of the hub reaches the same count as
/// before.
void Stars::turn_into_bundle(std::uint32_t flow, std::uint32_t hub, Picoseconds now) {
  const Route route = flows_[flow].route;
  for (const std::uint32_t port : ports_.ports_of(route)) {
    if (port != links_[hub].port) {
      ports_.remove_spoke(port);
      ++links_[ports_.shared_link(port)].flows;
    }
  }
  const std::uint32_t bundle = links_.bundle_for(ports_.shared_route(route));
  links_.add_flow(flow, bundle);
  if (links_.bundle(bundle).bottleneck == kNoLink) {
    links_.bundle(bundle).offset = links_[hub].count;
    links_.put_on_clock(bundle, hub, now);
  }
  levels_.note_changed(bundle, now);
}

}  // namespace dps::machines
