// Who is held up where: the levels of links after a flow has begun or ended.
//
// The usual case is a star: the bundles of one link (the hub) share no other link, so its level is
// its bandwidth over its flows, whatever their number. Everything else goes by a queue of links
// whose level may have changed: a link's level follows from those beside it, and only where it
// comes out differently are the links beside it looked at.
#include <algorithm>

#include "machines/flows/fair_shares.h"

namespace dps::machines {
namespace {

/// Beyond so many looks at a link levels differ by rounding alone, if at all.
constexpr std::size_t kMostLooks = 1000;

}  // namespace

// --- what is to be settled ----------------------------------------------------------------------

/// What was noted at an earlier instant counts from then on.
void FairShares::settle_before(Picoseconds now) {
  if (changed_at_ != now) {
    settle();
  }
}

/// The bundle is new, or its number of flows has changed.
void FairShares::note_changed(std::uint32_t bundle, Picoseconds now) {
  changed_at_ = now;
  if (!bundles_[bundle].is_changed) {
    bundles_[bundle].is_changed = true;
    changed_.push_back(bundle);
  }
}

/// A bundle with that route has gone.
void FairShares::note_left(const Route& route, Picoseconds now) {
  changed_at_ = now;
  for (const std::uint32_t other : links_of(route)) {
    Link& link = links_[other];
    if (!link.is_left) {
      link.is_left = true;
      left_.push_back(other);
    }
  }
}

void FairShares::settle() {
  for (const std::uint32_t link : left_) {
    links_[link].is_left = false;
    settle_left(link);
  }
  left_.clear();
  for (const std::uint32_t bundle : changed_) {
    bundles_[bundle].is_changed = false;
    if (!bundles_[bundle].flows.empty()) {
      settle_changed(bundle);
    }
  }
  changed_.clear();
  settle_queue();
  for (const std::uint32_t id : retimed_) {
    Link& link = links_[id];
    link.is_retimed = false;
    if (!link.spokes.empty()) {
      run_clock(link, changed_at_);
      link.level = {link.bandwidth.bits, link.flows};
    } else if (link.flows == 0) {
      link.level = Rate{};
    }
    set_alarm(id);
  }
  retimed_.clear();
}

void FairShares::settle_changed(std::uint32_t bundle) {
  const Route& route = bundles_[bundle].route;
  std::uint32_t hub = links_of(route).front();
  std::uint32_t shared_links = 0;
  for (const std::uint32_t link : links_of(route)) {
    if (links_[link].bundles.size() > 1) {
      ++shared_links;
      hub = link;
    } else if (shared_links == 0 && links_[link].bandwidth < links_[hub].bandwidth) {
      hub = link;
    }
  }
  if (shared_links <= 1 && settle_star(hub, bundle)) {
    return;
  }
  for (const std::uint32_t link : links_of(route)) {
    enqueue(link);
  }
}

void FairShares::settle_left(std::uint32_t id) {
  Link& link = links_[id];
  if (link.bundles.empty()) {
    link.level = Rate{};
    return;
  }
  const bool was_full = !link.clocked.empty() || link.level.is_limit();
  if (was_full && !settle_star(id, kNoLink)) {
    enqueue(id);
  }
}

/// The clock has another speed, or another flow that ends first.
void FairShares::retime(std::uint32_t link) {
  if (!links_[link].is_retimed) {
    links_[link].is_retimed = true;
    retimed_.push_back(link);
  }
}

// --- stars --------------------------------------------------------------------------------------

/// What a flow of the bundle may take at most of the links besides `link`, which are its own. Those
/// that have no less bandwidth are never full: they have no more flows either.
Rate FairShares::room_beside(const Bundle& bundle, std::uint32_t link) const {
  Rate room;
  for (const std::uint32_t other : links_of(bundle.route)) {
    if (other != link && links_[other].bandwidth < links_[link].bandwidth) {
      room = smaller(room, {links_[other].bandwidth.bits, bundle.flows.size()});
    }
  }
  return room;
}

Rate FairShares::room_beside_all(const Link& hub, std::uint32_t id) const {
  Rate room;
  for (const std::uint32_t bundle : hub.bundles) {
    room = smaller(room, room_beside(bundles_[bundle], id));
  }
  return room;
}

/// If `hub` holds up all its bundles (with `newcomer`, whose other links are its own, and others
/// that are still to be settled), and they share no other link, all go on at one rate. False, and
/// nothing is changed, if that is not so or another link would get full.
bool FairShares::settle_star(std::uint32_t hub, std::uint32_t newcomer) {
  Link& link = links_[hub];
  const std::uint32_t bottleneck = newcomer == kNoLink ? hub : bundles_[newcomer].bottleneck;
  const std::size_t moves = bottleneck != hub && bottleneck != kNoLink ? 1 : 0;
  if (link.clocked.size() + link.fresh + moves != link.bundles.size() || link.entangled != 0) {
    return false;
  }
  const Rate level{link.bandwidth.bits, link.flows};
  if (newcomer != kNoLink) {
    link.safe = smaller(link.safe, room_beside(bundles_[newcomer], hub));
  }
  if (is_less(link.safe, level)) {
    link.safe = room_beside_all(link, hub);
    if (is_less(link.safe, level)) {
      return false;
    }
  }
  if (bottleneck != hub) {
    if (bottleneck != kNoLink) {
      take_off_clock(newcomer, changed_at_);
      retime(bottleneck);
    }
    const Route& route = bundles_[newcomer].route;
    for (const std::uint32_t other : links_of(route)) {
      if (other != hub) {
        links_[other].level = Rate{};
      }
    }
    put_on_clock(newcomer, hub, changed_at_);
  }
  run_clock(link, changed_at_);
  link.level = level;
  retime(hub);
  return true;
}

// --- everything else ----------------------------------------------------------------------------

void FairShares::enqueue(std::uint32_t link) {
  Link& at = links_[link];
  if (!at.is_queued) {
    at.is_queued = true;
    queue_.push_back(link);
  }
  if (!at.is_touched) {
    at.is_touched = true;
    touched_.push_back(link);
    run_clock(at, changed_at_);  // before anything changes its speed
  }
}

void FairShares::settle_queue() {
  if (queue_.empty()) {
    return;
  }
  for (std::size_t next = 0; next < queue_.size(); ++next) {
    const std::uint32_t link = queue_[next];
    links_[link].is_queued = false;
    if (next < kMostLooks * touched_.size()) {
      relevel(link);
    }
  }
  queue_.clear();
  apply_levels();
}

Rate FairShares::limit_beside(const Bundle& bundle, std::uint32_t link) const {
  Rate limit;
  for (const std::uint32_t other : links_of(bundle.route)) {
    if (other != link) {
      limit = smaller(limit, links_[other].level);
    }
  }
  return limit;
}

/// How fast a flow on the link may go, when others go as fast as the links beside it let them;
/// without limit if all of them together do not fill it.
Rate FairShares::level_for(std::uint32_t link) {
  limited_.clear();
  for (const std::uint32_t id : links_[link].bundles) {
    const Rate limit = limit_beside(bundles_[id], link);
    if (limit.is_limit()) {
      limited_.push_back({limit, static_cast<std::uint32_t>(bundles_[id].flows.size())});
    }
  }
  std::sort(limited_.begin(), limited_.end(),
            [](const Limited& a, const Limited& b) { return is_less(a.limit, b.limit); });
  Rate rest = full_rate(links_[link].bandwidth);
  std::uint32_t flows = links_[link].flows;
  for (const Limited& one : limited_) {
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

void FairShares::relevel(std::uint32_t link) {
  const Rate before = links_[link].level;
  const Rate after = level_for(link);
  links_[link].level = after;
  if (is_equal(before, after)) {
    return;
  }
  for (const std::uint32_t id : links_[link].bundles) {
    const Bundle& bundle = bundles_[id];
    const Rate beside = limit_beside(bundle, link);
    if (is_equal(smaller(before, beside), smaller(after, beside))) {
      continue;
    }
    for (const std::uint32_t other : links_of(bundle.route)) {
      if (other != link) {
        enqueue(other);
      }
    }
  }
}

void FairShares::apply_levels() {
  for (const std::uint32_t link : touched_) {
    links_[link].safe = Rate{0, 1};
    for (const std::uint32_t bundle : links_[link].bundles) {
      choose_bottleneck(bundle);
    }
  }
  for (const std::uint32_t link : touched_) {
    links_[link].is_touched = false;
    retime(link);
  }
  touched_.clear();
}

void FairShares::choose_bottleneck(std::uint32_t bundle) {
  const Bundle& held = bundles_[bundle];
  const std::uint32_t before = held.bottleneck;
  std::uint32_t slowest = before != kNoLink ? before : links_of(held.route).front();
  for (const std::uint32_t link : links_of(held.route)) {
    slowest = is_less(links_[link].level, links_[slowest].level) ? link : slowest;
  }
  if (slowest == before) {
    return;
  }
  if (before != kNoLink) {
    take_off_clock(bundle, changed_at_);
    retime(before);
  }
  put_on_clock(bundle, slowest, changed_at_);
  retime(slowest);
}

}  // namespace dps::machines
