#include "predictor/machines/flows/shared_links.h"

#include "predictor/machines/indexed_heap.h"

namespace dps::machines {

struct SharedLinks::BundleOrder {
  std::vector<FlowBundle>& bundles;

  [[nodiscard]] bool before(std::uint32_t a, std::uint32_t b) const {
    const FlowBundle& first = bundles[a];
    const FlowBundle& second = bundles[b];
    return first.first_end != second.first_end ? is_earlier(first.first_end, second.first_end)
                                               : first.first_flow < second.first_flow;
  }
  [[nodiscard]] std::uint32_t& place(std::uint32_t bundle) const { return bundles[bundle].place; }
};

std::uint32_t SharedLinks::add(std::uint32_t port, BitsPerSecond bandwidth) {
  SharedLink& link = links_.emplace_back();
  link.port = port;
  link.bandwidth = bandwidth;
  return static_cast<std::uint32_t>(links_.size() - 1);
}

// --- bundles ------------------------------------------------------------------------------------

std::uint32_t SharedLinks::bundle_for(const Route& route) {
  const auto unused =
      free_bundles_.empty() ? static_cast<std::uint32_t>(bundles_.size()) : free_bundles_.back();
  const std::uint32_t number = bundle_of_.find_or_insert(route.number(), unused);
  if (number != unused) {
    routes_.forget(route);
    return number;
  }
  if (free_bundles_.empty()) {
    bundles_.emplace_back();
  } else {
    free_bundles_.pop_back();
  }
  bundles_[number].route = route;
  bundles_[number].bottleneck = kNoLink;
  bundles_[number].offset = 0;
  join_links(number);
  return number;
}

void SharedLinks::remove(std::uint32_t bundle) {
  leave_links(bundle);
  bundle_of_.erase(bundles_[bundle].route.number());
  routes_.forget(bundles_[bundle].route);
  free_bundles_.push_back(bundle);
}

/// Enters the bundle in the lists of its links. If it meets the only other bundle of a link, that
/// one shares the link from now on.
void SharedLinks::join_links(std::uint32_t bundle) {
  FlowBundle& joining = bundles_[bundle];
  joining.place_on.clear();
  for (const std::uint32_t number : links_of(joining.route)) {
    SharedLink& link = links_[number];
    link.bundles.push_back({bundle, static_cast<std::uint32_t>(joining.place_on.size())});
    joining.place_on.push_back(static_cast<std::uint32_t>(link.bundles.size() - 1));
    ++link.unclocked;
    if (link.bundles.size() == 2) {
      const std::uint32_t bottleneck = bundles_[link.bundles[0].bundle].bottleneck;
      if (bottleneck != kNoLink && bottleneck != number) {
        ++links_[bottleneck].shared_beside;
      }
    }
  }
}

void SharedLinks::leave_links(std::uint32_t bundle) {
  const FlowBundle& leaving = bundles_[bundle];
  const auto links = links_of(leaving.route);
  for (std::size_t i = 0; i < links.size(); ++i) {
    const std::uint32_t number = links[i];
    SharedLink& link = links_[number];
    const Crossing last = link.bundles.back();
    const std::uint32_t place = leaving.place_on[i];
    link.bundles[place] = last;
    link.bundles.pop_back();
    --link.unclocked;
    bundles_[last.bundle].place_on[last.place] = place;
    if (link.bundles.size() == 1) {
      const std::uint32_t bottleneck = bundles_[link.bundles[0].bundle].bottleneck;
      if (bottleneck != kNoLink && bottleneck != number) {
        --links_[bottleneck].shared_beside;
      }
    }
  }
}

/// Called after a change of the bundle's flows or of its offset.
void SharedLinks::update_first(FlowBundle& bundle) const {
  bundle.first_flow = bundle.flows[0];
  bundle.first_end = flows_[bundle.first_flow].end - bundle.offset;
}

std::uint32_t SharedLinks::shared_beside(const FlowBundle& bundle, std::uint32_t link) const {
  std::uint32_t shared = 0;
  for (const std::uint32_t other : links_of(bundle.route)) {
    shared += other != link && links_[other].bundles.size() > 1 ? 1 : 0;
  }
  return shared;
}

// --- flows of bundles ---------------------------------------------------------------------------

void SharedLinks::add_flow(std::uint32_t flow, std::uint32_t bundle) {
  flows_[flow].kind = FlowKind::kBundled;
  flows_[flow].group = bundle;
  FlowBundle& joined = bundles_[bundle];
  IndexedHeap<FlowOrder, FewNumbers>(joined.flows, FlowOrder{flows_}).push(flow);
  update_first(joined);
  if (joined.bottleneck != kNoLink) {
    IndexedHeap<BundleOrder, FewNumbers>(links_[joined.bottleneck].clocked, BundleOrder{bundles_})
        .update(bundle);
  }
}

void SharedLinks::remove_flow(std::uint32_t flow, std::uint32_t bundle) {
  FlowBundle& left = bundles_[bundle];
  IndexedHeap<FlowOrder, FewNumbers>(left.flows, FlowOrder{flows_}).erase(flow);
  update_first(left);
  if (left.bottleneck != kNoLink) {
    IndexedHeap<BundleOrder, FewNumbers>(links_[left.bottleneck].clocked, BundleOrder{bundles_})
        .update(bundle);
  }
}

void SharedLinks::update_flow(std::uint32_t flow, Picoseconds now) {
  const std::uint32_t number = flows_[flow].group;
  FlowBundle& bundle = bundles_[number];
  SharedLink& link = links_[bundle.bottleneck];
  run_clock(link, now);
  IndexedHeap<FlowOrder, FewNumbers>(bundle.flows, FlowOrder{flows_}).update(flow);
  update_first(bundle);
  IndexedHeap<BundleOrder, FewNumbers>(link.clocked, BundleOrder{bundles_}).update(number);
  set_alarm(bundle.bottleneck);
}

Service SharedLinks::count_of(const FlowBundle& bundle, Picoseconds now) {
  if (bundle.bottleneck == kNoLink) {
    return bundle.offset;
  }
  SharedLink& link = links_[bundle.bottleneck];
  run_clock(link, now);
  return link.count + bundle.offset;
}

// --- clocks -------------------------------------------------------------------------------------

void SharedLinks::run_clock(SharedLink& link, Picoseconds now) {
  if (link.since != now) {
    if (!link.clocked.empty() || !link.spokes.empty()) {
      link.count += carried(link.level, now - link.since);
    }
    link.since = now;
  }
}

/// A link without a level has no alarm: FairLevels sets the alarm with the level.
void SharedLinks::set_alarm(std::uint32_t link) {
  const SharedLink& at = links_[link];
  if ((at.clocked.empty() && at.spokes.empty()) || !at.level.is_limit()) {
    alarms_.remove(at.port);
    return;
  }
  alarms_.set(at.port, later(at.since, time_for(gap_before_end(at), at.level)));
}

void SharedLinks::set_alarm_if_due(std::uint32_t link) {
  const SharedLink& at = links_[link];
  const bool has_flows = !at.clocked.empty() || !at.spokes.empty();
  if (has_flows && at.level.is_limit() && takes_no_time(gap_before_end(at), at.level)) {
    alarms_.set(at.port, at.since);
  } else {
    alarms_.remove(at.port);
  }
}

/// The service that the first flow of the clock still has to receive.
Service SharedLinks::gap_before_end(const SharedLink& link) const {
  const Service end = link.spokes.empty() ? bundles_[link.clocked[0]].first_end
                                          : flows_[link.spokes.first(FlowOrder{flows_})].end;
  return is_earlier(link.count, end) ? end - link.count : 0;
}

void SharedLinks::put_on_clock(std::uint32_t bundle, std::uint32_t link, Picoseconds now) {
  FlowBundle& moving = bundles_[bundle];
  SharedLink& to = links_[link];
  run_clock(to, now);
  moving.offset -= to.count;  // without a clock, the offset is the whole count of the bundle
  moving.bottleneck = link;
  update_first(moving);
  for (const std::uint32_t crossed : links_of(moving.route)) {
    --links_[crossed].unclocked;
  }
  to.shared_beside += shared_beside(moving, link);
  IndexedHeap<BundleOrder, FewNumbers>(to.clocked, BundleOrder{bundles_}).push(bundle);
}

void SharedLinks::take_off_clock(std::uint32_t bundle, Picoseconds now) {
  FlowBundle& moving = bundles_[bundle];
  if (moving.bottleneck == kNoLink) {
    return;
  }
  SharedLink& from = links_[moving.bottleneck];
  run_clock(from, now);
  from.shared_beside -= shared_beside(moving, moving.bottleneck);
  IndexedHeap<BundleOrder, FewNumbers>(from.clocked, BundleOrder{bundles_}).erase(bundle);
  if (from.clocked.empty()) {
    from.safe_level = Rate{};
  }
  for (const std::uint32_t link : links_of(moving.route)) {
    ++links_[link].unclocked;
  }
  moving.offset += from.count;
  moving.bottleneck = kNoLink;
}

void SharedLinks::share_surplus(std::uint32_t link, Service surplus) {
  SharedLink& shared = links_[link];
  if (shared.flows > 1 && shared.clocked.size() == shared.bundles.size()) {
    shared.count += surplus / (shared.flows - 1);
  }
}

}  // namespace dps::machines
