#include "predictor/machines/flows/stars.h"

#include <vector>

namespace dps::machines {
namespace {

/// A hub whose star was dissolved this often has no star again: bundles take less time then.
constexpr std::uint32_t kMostStars = 8;

}  // namespace

bool Stars::accepts(const Route& route, std::uint32_t hub) const {
  const std::uint32_t link = ports_[hub].link;
  if (link != kNoLink && links_[link].dissolved == kMostStars) {
    return false;
  }
  for (const std::uint32_t port : ports_.ports_of(route)) {
    if (ports_[port].bandwidth < ports_[hub].bandwidth) {
      return false;
    }
  }
  return true;
}

void Stars::start(std::uint32_t flow, const Route& route, std::uint32_t hub, Service service,
                  Picoseconds now) {
  levels_.update_before(now);
  for (const std::uint32_t port : ports_.ports_of(route)) {
    ports_[port].lone = port == hub ? kNoFlow : flow;
  }
  const std::uint32_t number = ports_.shared_link(hub);
  SharedLink& link = links_[number];
  links_.run_clock(link, now);
  Flow& spoke = flows_[flow];
  spoke.kind = FlowKind::kSpoke;
  spoke.end = link.count + service;
  spoke.until = kNever;
  spoke.route = route;
  spoke.group = number;
  ++link.flows;
  link.spokes.push(flow, flows_);
  ++spokes_;
  levels_.note_star(number, now);
}

void Stars::update(std::uint32_t flow, Picoseconds now) {
  const std::uint32_t hub = flows_[flow].group;
  links_.run_clock(links_[hub], now);
  links_[hub].spokes.update(flow, flows_);
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
  ports_.release(flow);
  SharedLink& hub = links_[removed.group];
  --hub.flows;
  hub.spokes.erase(flow, flows_);
  --spokes_;
  levels_.note_star(removed.group, now);  // so that its alarm will be set
  links_.set_alarm_if_due(removed.group);
}

// --- the end of stars ---------------------------------------------------------------------------

void Stars::dissolve_any_on(const Route& route, Picoseconds now) {
  for (const std::uint32_t number : ports_.ports_of(route)) {
    const Port& port = ports_[number];
    if (has_flows(port)) {
      dissolve(port.link, now);
    }
    if (port.lone != kNoFlow && flows_[port.lone].kind == FlowKind::kSpoke) {
      dissolve(flows_[port.lone].group, now);
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

/// The flow ends when the clock of the hub reaches the count at which it would have ended before.
void Stars::turn_into_bundle(std::uint32_t flow, std::uint32_t hub, Picoseconds now) {
  const Route route = flows_[flow].route;
  for (const std::uint32_t port : ports_.ports_of(route)) {
    if (ports_[port].lone == flow) {
      ports_[port].lone = kNoFlow;
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
