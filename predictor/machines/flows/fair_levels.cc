#include "predictor/machines/flows/fair_levels.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace dps::machines {
namespace {

/// After this many visits per link, levels differ only by rounding, if at all.
constexpr std::size_t kMostVisits = 1000;

/// On a route of at most so many links, the least levels are found by looking at all.
constexpr std::size_t kFewLinks = 8;

}  // namespace

// --- noted changes ------------------------------------------------------------------------------

void FairLevels::note_changed(std::uint32_t bundle, Picoseconds now) {
  now_ = now;
  if (!links_.bundle(bundle).is_changed) {
    links_.bundle(bundle).is_changed = true;
    changed_.push_back(bundle);
  }
}

void FairLevels::note_removed(const Route& route, Picoseconds now) {
  now_ = now;
  for (const std::uint32_t number : links_.links_of(route)) {
    SharedLink& link = links_[number];
    if (!link.is_left) {
      link.is_left = true;
      left_.push_back(number);
    }
  }
}

/// Notes that the clock has another speed, or another flow that ends first.
void FairLevels::note_retimed(std::uint32_t link) {
  if (!links_[link].is_retimed) {
    links_[link].is_retimed = true;
    retimed_.push_back(link);
  }
}

void FairLevels::update() {
  for (const std::uint32_t link : left_) {
    links_[link].is_left = false;
    update_left(link);
  }
  left_.clear();
  for (const std::uint32_t bundle : changed_) {
    links_.bundle(bundle).is_changed = false;
    if (!links_.bundle(bundle).flows.empty()) {
      update_changed(bundle);
    }
  }
  changed_.clear();
  update_queue();
  for (const std::uint32_t number : retimed_) {
    SharedLink& link = links_[number];
    link.is_retimed = false;
    if (!link.spokes.empty()) {
      links_.run_clock(link, now_);
      link.level = {link.bandwidth.bits, link.flows};
    } else if (link.flows == 0) {
      link.level = Rate{};
    }
    links_.set_alarm(number);
  }
  retimed_.clear();
}

void FairLevels::update_changed(std::uint32_t bundle) {
  const auto route = links_.links_of(links_.bundle(bundle).route);
  std::uint32_t hub = route.front();
  std::uint32_t shared_links = 0;
  for (const std::uint32_t link : route) {
    if (links_[link].bundles.size() > 1) {
      ++shared_links;
      hub = link;
    } else if (shared_links == 0 && links_[link].bandwidth < links_[hub].bandwidth) {
      hub = link;
    }
  }
  if (shared_links <= 1 && update_hub(hub, bundle)) {
    return;
  }
  for (const std::uint32_t link : route) {
    enqueue(link);
  }
}

void FairLevels::update_left(std::uint32_t link) {
  SharedLink& left = links_[link];
  if (left.bundles.empty()) {
    left.level = Rate{};
    return;
  }
  const bool was_full = !left.clocked.empty() || left.level.is_limit();
  if (was_full && !update_hub(link, kNoLink)) {
    enqueue(link);
  }
}

// --- one shared link ----------------------------------------------------------------------------

/// Makes the hub the bottleneck of all its bundles, including `newcomer` (kNoLink: there is none)
/// and others whose change is noted. Returns false and changes nothing if the bundles share another
/// link, or if another link would be full. The newcomer shares no link but the hub.
bool FairLevels::update_hub(std::uint32_t hub, std::uint32_t newcomer) {
  SharedLink& link = links_[hub];
  const std::uint32_t bottleneck = newcomer == kNoLink ? hub : links_.bundle(newcomer).bottleneck;
  const std::size_t moves = bottleneck != hub && bottleneck != kNoLink ? 1 : 0;
  if (link.clocked.size() + link.unclocked + moves != link.bundles.size() ||
      link.shared_beside != 0) {
    return false;
  }
  const Rate level{link.bandwidth.bits, link.flows};
  if (newcomer != kNoLink) {
    link.safe_level = smaller(link.safe_level, room_beside(links_.bundle(newcomer), hub));
  }
  if (is_less(link.safe_level, level)) {
    link.safe_level = room_beside_all(link, hub);
    if (is_less(link.safe_level, level)) {
      return false;
    }
  }
  if (bottleneck != hub) {
    move_to_hub(newcomer, hub);
  }
  links_.run_clock(link, now_);
  link.level = level;
  note_retimed(hub);
  return true;
}

void FairLevels::move_to_hub(std::uint32_t bundle, std::uint32_t hub) {
  const std::uint32_t bottleneck = links_.bundle(bundle).bottleneck;
  if (bottleneck != kNoLink) {
    links_.take_off_clock(bundle, now_);
    note_retimed(bottleneck);
  }
  for (const std::uint32_t other : links_.links_of(links_.bundle(bundle).route)) {
    if (other != hub) {
      links_[other].level = Rate{};
    }
  }
  links_.put_on_clock(bundle, hub, now_);
}

/// The rate at which the flows of the bundle would fill one of its links other than `link`, which
/// it does not share. Links with at least the bandwidth of `link` have no more flows than `link`
/// and are never full.
Rate FairLevels::room_beside(const FlowBundle& bundle, std::uint32_t link) const {
  Rate room;
  for (const std::uint32_t other : links_.links_of(bundle.route)) {
    if (other != link && links_[other].bandwidth < links_[link].bandwidth) {
      room = smaller(room, {links_[other].bandwidth.bits, bundle.flows.size()});
    }
  }
  return room;
}

Rate FairLevels::room_beside_all(const SharedLink& hub, std::uint32_t number) const {
  Rate room;
  for (const Crossing& crossing : hub.bundles) {
    room = smaller(room, room_beside(links_.bundle(crossing.bundle), number));
  }
  return room;
}

// --- all other cases ----------------------------------------------------------------------------

void FairLevels::enqueue(std::uint32_t link) {
  SharedLink& queued = links_[link];
  if (!queued.is_queued) {
    queued.is_queued = true;
    queue_.push_back(link);
  }
  if (!queued.is_visited) {
    queued.is_visited = true;
    visited_.push_back(link);
    links_.run_clock(queued, now_);  // before its speed changes
  }
}

void FairLevels::update_queue() {
  if (queue_.empty()) {
    return;
  }
  ++update_;
  for (std::size_t next = 0; next < queue_.size(); ++next) {
    const std::uint32_t link = queue_[next];
    links_[link].is_queued = false;
    if (next < kMostVisits * visited_.size()) {
      update_level(link);
    }
  }
  queue_.clear();
  choose_bottlenecks();
}

void FairLevels::LeastLevels::add(const LinkLevel& level) {
  if (level.is_below(least)) {
    second = least;
    least = level;
  } else if (level.is_below(second)) {
    second = level;
  }
}

void FairLevels::LeastLevels::change(const LinkLevel& level) {
  const bool is_among_two = !second.is_below(level);
  if (level.place == least.place && is_among_two) {
    least = level;
  } else if (level.place == least.place || (level.place == second.place && !is_among_two)) {
    update = 0;  // another link may have less
  } else if (level.place == second.place) {
    second = level;
    if (second.is_below(least)) {
      std::swap(least, second);
    }
  } else {
    add(level);
  }
}

FairLevels::LeastLevels& FairLevels::least_levels(std::uint32_t bundle) {
  if (bundle >= least_.size()) {
    least_.resize(std::max<std::size_t>(std::size_t{bundle} + 1, 2 * least_.size()));
  }
  LeastLevels& levels = least_[bundle];
  if (levels.update != update_) {
    levels = LeastLevels{};
    levels.update = update_;
    std::uint32_t place = 0;
    for (const std::uint32_t link : links_.links_of(links_.bundle(bundle).route)) {
      levels.add({links_[link].level, place++});
    }
  }
  return levels;
}

/// The least level of the other links of the bundle.
Rate FairLevels::limit_beside(const Crossing& crossing) {
  const auto route = links_.links_of(links_.bundle(crossing.bundle).route);
  if (route.size() > kFewLinks) {
    const LeastLevels& levels = least_levels(crossing.bundle);
    return (levels.least.place == crossing.place ? levels.second : levels.least).level;
  }
  Rate limit;
  for (std::size_t i = 0; i < route.size(); ++i) {
    if (i != crossing.place) {
      limit = smaller(limit, links_[route[i]].level);
    }
  }
  return limit;
}

/// The level of the link if all other links keep theirs: flows that another link limits to less get
/// only that, and the rest share what remains. Without limit if the flows do not fill the link.
Rate FairLevels::level_for(std::uint32_t link) {
  limited_.clear();
  for (const Crossing& crossing : links_[link].bundles) {
    const Rate limit = limit_beside(crossing);
    if (limit.is_limit()) {
      const FlowBundle& bundle = links_.bundle(crossing.bundle);
      limited_.push_back({limit, static_cast<std::uint32_t>(bundle.flows.size())});
    }
  }
  std::sort(limited_.begin(), limited_.end(),
            [](const LimitedFlows& a, const LimitedFlows& b) { return is_less(a.limit, b.limit); });
  Rate rest = full_rate(links_[link].bandwidth);
  std::uint32_t flows = links_[link].flows;
  for (const LimitedFlows& one : limited_) {
    if (is_less(share_of(rest, flows), one.limit)) {
      break;
    }
    rest = difference(rest, one.limit, one.flows);
    flows -= one.flows;
    if (flows == 0) {
      return {};
    }
  }
  return flows == 0 ? Rate{} : share_of(rest, flows);
}

void FairLevels::set_level(std::uint32_t link, const Rate& level) {
  links_[link].level = level;
  for (const Crossing& crossing : links_[link].bundles) {
    if (crossing.bundle < least_.size() && least_[crossing.bundle].update == update_) {
      least_[crossing.bundle].change({level, crossing.place});
    }
  }
}

/// Updates the level of the link, and enqueues the links on which this changes the limit of a
/// bundle.
void FairLevels::update_level(std::uint32_t link) {
  const Rate before = links_[link].level;
  const Rate after = level_for(link);
  set_level(link, after);
  if (is_equal(before, after)) {
    return;
  }
  for (const Crossing& crossing : links_[link].bundles) {
    const Rate beside = limit_beside(crossing);
    if (is_equal(smaller(before, beside), smaller(after, beside))) {
      continue;
    }
    for (const std::uint32_t other : links_.links_of(links_.bundle(crossing.bundle).route)) {
      if (other != link) {
        enqueue(other);
      }
    }
  }
}

void FairLevels::choose_bottlenecks() {
  for (const std::uint32_t link : visited_) {
    links_[link].safe_level = Rate{0, 1};
    for (const Crossing& crossing : links_[link].bundles) {
      FlowBundle& bundle = links_.bundle(crossing.bundle);
      if (!bundle.is_chosen) {
        bundle.is_chosen = true;
        chosen_.push_back(crossing.bundle);
        choose_bottleneck(crossing.bundle);
      }
    }
  }
  for (const std::uint32_t bundle : chosen_) {
    links_.bundle(bundle).is_chosen = false;
  }
  chosen_.clear();
  for (const std::uint32_t link : visited_) {
    links_[link].is_visited = false;
    note_retimed(link);
  }
  visited_.clear();
}

/// The link with the least level; among equals the present bottleneck, else the first.
void FairLevels::choose_bottleneck(std::uint32_t bundle) {
  const FlowBundle& limited = links_.bundle(bundle);
  const std::uint32_t before = limited.bottleneck;
  std::uint32_t slowest = before != kNoLink ? before : links_.links_of(limited.route).front();
  for (const std::uint32_t link : links_.links_of(limited.route)) {
    slowest = is_less(links_[link].level, links_[slowest].level) ? link : slowest;
  }
  if (slowest == before) {
    return;
  }
  if (before != kNoLink) {
    links_.take_off_clock(bundle, now_);
    note_retimed(before);
  }
  links_.put_on_clock(bundle, slowest, now_);
  note_retimed(slowest);
}

}  // namespace dps::machines
