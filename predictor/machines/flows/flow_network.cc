#include "predictor/machines/flows/flow_network.h"

#include <algorithm>
#include <array>

namespace dps::machines {
namespace {

/// Compares positions of a pair, which wrap around, and are at most two messages apart.
bool is_at_least(Service a, Service b) {
  return a - b < Wide{1} << 127;
}

bool has_bursts(const FlowNetworkOptions& options) {
  return options.burst > 0 || std::any_of(options.links.begin(), options.links.end(),
                                          [](const HostLink& link) { return link.burst > 0; });
}

std::uint64_t key_of(std::uint32_t from, std::uint32_t to) {
  return std::uint64_t{from} << 32 | to;
}

}  // namespace

FlowNetwork::FlowNetwork(const FlowNetworkOptions& options, std::size_t hosts,
                         std::span<const std::uint32_t> host_of, const Topology* topology)
    : options_(options),
      buffer_(service_of(options.buffer.value_or(0))),
      host_of_(host_of.begin(), host_of.end()),
      has_bursts_(has_bursts(options)),
      wire_(options.latency),
      local_(options.local_latency),
      idle_pairs_(kIdlePairs, kNone) {
  if (topology != nullptr) {
    routes_ = std::make_unique<PairRoutes>(*topology, shares_, has_bursts_ ? &buckets_ : nullptr,
                                           options.burst);
  } else if (options.kind == NetworkKind::kBus) {
    add_links(options.bandwidth, options.burst, 1);
  } else {
    const HostLink usual{{}, {}, options.burst};
    shares_.reserve(2 * hosts);
    for (std::size_t i = 0; i < hosts; ++i) {
      const HostLink& link = options.links.empty() ? usual : options.links[i];
      add_links(link.bandwidth == BitsPerSecond{} ? options.bandwidth : link.bandwidth, link.burst,
                2);
    }
  }
  if (is_limited()) {
    incoming_.assign(host_of.size(), kNone);
    listens_.assign(host_of.size(), false);
  }
}

/// Two links belong to a host: the first leads out of it, the second into it.
void FlowNetwork::add_links(BitsPerSecond bandwidth, std::uint64_t burst, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    shares_.add_link(bandwidth);
    if (has_bursts_) {
      buckets_.add_link(bandwidth, burst);
    }
  }
}

Picoseconds FlowNetwork::next() {
  if (!released_.empty()) {
    return {};
  }
  return std::min(shares_.next(), next_arrival_);
}

void FlowNetwork::advance(Picoseconds now, NetworkEvents& events) {
  while (const auto pair = shares_.first_ended(now)) {
    if (shares_.end_of(*pair) < now) {
      arrive(*pair, events);
    } else {
      reach_target(*pair, now);
    }
  }
  if (next_arrival_ <= now) {
    wire_.take(now, events.arrived);
    local_.take(now, events.arrived);
    if (slow_wires_.next() <= now) {
      slow_wires_.take(now, events.arrived);
    }
    if (lone_.next() <= now) {
      take_lone(now, events);
    }
    next_arrival_ = std::min({wire_.next(), slow_wires_.next(), local_.next(), lone_.next()});
  }
  if (!released_.empty()) {
    events.released.insert(events.released.end(), released_.begin(), released_.end());
    released_.clear();
  }
}

bool FlowNetwork::enter(std::uint32_t id, const Letter& letter, Picoseconds now) {
  parcels_.reach(id);
  parcels_[id] = {letter.bytes, kNone, letter.from, letter.to, false};
  if (enter_idle_links(id, now)) {
    return true;
  }
  const std::uint32_t number = pair_for(letter.from, letter.to);
  if (routes_ != nullptr && !pairs_[number].is_local) {
    routes_->count(number, letter.bytes);
  }
  if (is_limited()) {
    look_at(number, now);
  } else if (shares_.is_flowing(number)) {
    watch_end(number, now);
  }
  Pair& pair = pairs_[number];
  const Service service = service_of(letter.bytes);
  pair.entered += service;
  const bool is_held = is_limited() && pair.entered - pair.taken > buffer_;
  pair.is_held = is_held;
  if (pair.first == kNone) {
    pair.first = pair.last = id;
    pair.end = pair.left + service;
  } else {
    parcels_[pair.last].next = id;
    pair.last = id;
  }
  if (!shares_.is_flowing(number)) {
    flow_on(number, false, now);
  }
  return !is_held;
}

// --- messages that have their links to themselves -----------------------------------------------

/// Returns false, and prepares the links for a flow, if they carry something else. Buffers, bursts
/// and the routes of topologies need a flow in any case. An empty message needs none, but must not
/// overtake its pair.
bool FlowNetwork::enter_idle_links(std::uint32_t id, Picoseconds now) {
  Parcel& parcel = parcels_[id];
  if (is_limited() || has_bursts_ || routes_ != nullptr || is_local(parcel.from, parcel.to)) {
    return false;
  }
  const Route route = route_of(parcel.from, parcel.to);
  if (parcel.bytes == 0) {
    follow(route, parcel, now);
    return false;
  }
  const auto end = shares_.reserve(id, route, service_of(parcel.bytes), now);
  if (!end) {
    share_links(route, now);
    return false;
  }
  parcel.has_links = true;
  const Picoseconds arrival = later(*end, latency_of(parcel.from, parcel.to));
  lone_.push(id, arrival, {});
  next_arrival_ = std::min(next_arrival_, arrival);
  return true;
}

/// Turns the messages that have links of the route to themselves into flows, before a flow starts.
void FlowNetwork::share_links(const Route& route, Picoseconds now) {
  for (const std::uint32_t link : shares_.links_of(route)) {
    if (const std::uint32_t other = shares_.reserved_for(link, now); other != kNoFlow) {
      start_pair(other);
    }
  }
}

/// An empty message needs no link, but must not overtake another one of its pair.
void FlowNetwork::follow(const Route& route, const Parcel& parcel, Picoseconds now) {
  const std::uint32_t other = shares_.reserved_for(shares_.links_of(route).front(), now);
  if (other != kNoFlow && parcels_[other].from == parcel.from && parcels_[other].to == parcel.to) {
    start_pair(other);
  }
}

/// Enters a pair for a message that has begun to leave, as the only one of its pair, when it
/// entered.
void FlowNetwork::start_pair(std::uint32_t id) {
  Parcel& parcel = parcels_[id];
  parcel.has_links = false;
  ++cancelled_;
  const std::uint32_t number = pair_for(parcel.from, parcel.to);
  Pair& pair = pairs_[number];
  const Service service = service_of(parcel.bytes);
  pair.first = pair.last = id;
  pair.entered += service;
  pair.end = pair.target = pair.left + service;
  shares_.start_reserved(number, id, service);
}

/// An entry that has been cancelled is not later than the arrival of its message, so the number of
/// the message has not been used again.
void FlowNetwork::take_lone(Picoseconds now, NetworkEvents& events) {
  const auto before = static_cast<std::ptrdiff_t>(events.arrived.size());
  lone_.take(now, events.arrived);
  if (cancelled_ > 0) {
    const auto gone = std::remove_if(events.arrived.begin() + before, events.arrived.end(),
                                     [&](std::uint32_t id) { return !parcels_[id].has_links; });
    cancelled_ -= static_cast<std::uint32_t>(events.arrived.end() - gone);
    events.arrived.erase(gone, events.arrived.end());
  }
}

// --- pairs --------------------------------------------------------------------------------------

std::uint32_t FlowNetwork::pair_for(std::uint32_t from, std::uint32_t to) {
  const auto unused =
      free_pairs_.empty() ? static_cast<std::uint32_t>(pairs_.size()) : free_pairs_.back();
  const std::uint32_t number = pair_of_.find_or_insert(key_of(from, to), unused);
  if (number != unused) {
    pairs_[number].idle_place = kNone;
    return number;
  }
  if (free_pairs_.empty()) {
    pairs_.emplace_back();
  } else {
    free_pairs_.pop_back();
  }
  Pair& pair = pairs_[number];
  pair = Pair{};
  pair.from = from;
  pair.to = to;
  pair.is_local = is_local(from, to);
  if (routes_ != nullptr && !pair.is_local) {
    routes_->open(number, host_of_[from], host_of_[to]);
    pair.has_links = routes_->ports(number).size() > 0;
  }
  if (is_limited()) {
    pair.after = incoming_[to];
    if (pair.after != kNone) {
      pairs_[pair.after].before = number;
    }
    incoming_[to] = number;
  }
  return number;
}

/// Removes a pair that has no message under way, and of which everything has been taken in.
void FlowNetwork::forget(std::uint32_t number) {
  const Pair& pair = pairs_[number];
  if (is_limited()) {
    (pair.before == kNone ? incoming_[pair.to] : pairs_[pair.before].after) = pair.after;
    if (pair.after != kNone) {
      pairs_[pair.after].before = pair.before;
    }
  }
  if (routes_ != nullptr && !pair.is_local) {
    routes_->close(number);
  }
  pair_of_.erase(key_of(pair.from, pair.to));
  free_pairs_.push_back(number);
}

/// Removes a pair without a message under way, but only after a while, since many pairs have
/// messages again and again: when as many others have become idle as there is room for.
void FlowNetwork::forget_later(std::uint32_t number) {
  std::uint32_t& place = idle_pairs_[next_idle_];
  if (place != kNone && pairs_[place].idle_place == next_idle_) {
    forget(place);
  }
  place = number;
  pairs_[number].idle_place = next_idle_;
  next_idle_ = (next_idle_ + 1) % kIdlePairs;
}

Route FlowNetwork::route_of(std::uint32_t from, std::uint32_t to) {
  if (options_.kind == NetworkKind::kBus) {
    return shares_.route_over(std::array<std::uint32_t, 1>{0});
  }
  const std::array<std::uint32_t, 2> links{2 * host_of_[from], 2 * host_of_[to] + 1};
  return shares_.route_over(links);
}

Route FlowNetwork::route_of_pair(std::uint32_t number) {
  return routes_ != nullptr ? routes_->ports(number)
                            : route_of(pairs_[number].from, pairs_[number].to);
}

// --- flows -------------------------------------------------------------------------------------

void FlowNetwork::start_flow(std::uint32_t number, Service service, Picoseconds now) {
  const Pair& pair = pairs_[number];
  const bool is_unwatched = pair.first == pair.last && !is_limited() && !has_bursts_;
  const Picoseconds notice = is_unwatched ? latency_of_pair(number) : Picoseconds{};
  if (pair.is_local) {
    shares_.start_alone(number, options_.local_bandwidth, service, now, notice);
    return;
  }
  const Route route = route_of_pair(number);
  if (has_bursts_) {
    const auto links = shares_.links_of(route);
    buckets_.enter(links, now);
    service -= buckets_.pass(links, service);
  }
  shares_.start(number, route, service, now, notice);
}

void FlowNetwork::carry_on(std::uint32_t number, Service service, Picoseconds now) {
  if (has_bursts_ && !pairs_[number].is_local) {
    const Route route = route_of_pair(number);
    service -= buckets_.pass(shares_.links_of(route), service);
  }
  shares_.carry_on(number, service, now);
}

/// Returns the service that the flow has not received yet.
Service FlowNetwork::stop_flow(std::uint32_t number, Picoseconds now) {
  leave_links(number, now);
  return shares_.stop(number, now);
}

void FlowNetwork::end_flow(std::uint32_t number, Picoseconds now) {
  leave_links(number, now);
  shares_.end(number, now);
}

void FlowNetwork::leave_links(std::uint32_t number, Picoseconds now) {
  if (has_bursts_ && !pairs_[number].is_local) {
    const Route route = route_of_pair(number);
    buckets_.leave(shares_.links_of(route), now);
  }
}

// --- messages -----------------------------------------------------------------------------------

Picoseconds FlowNetwork::latency_of(std::uint32_t from, std::uint32_t to) const {
  if (is_local(from, to)) {
    return options_.local_latency;
  }
  if (options_.links.empty()) {
    return options_.latency;
  }
  return later(options_.latency,
               later(options_.links[host_of_[from]].latency, options_.links[host_of_[to]].latency));
}

Picoseconds FlowNetwork::latency_of_pair(std::uint32_t number) const {
  const Pair& pair = pairs_[number];
  return routes_ != nullptr && !pair.is_local ? routes_->latency(number)
                                              : latency_of(pair.from, pair.to);
}

/// Called when the last byte of the message has left its sender.
void FlowNetwork::leave(std::uint32_t number, std::uint32_t id, Picoseconds now) {
  const Pair& pair = pairs_[number];
  const Picoseconds latency = latency_of_pair(number);
  next_arrival_ = std::min(next_arrival_, later(now, latency));
  if (pair.is_local) {
    local_.push(id, now);
  } else if (latency == options_.latency) {
    wire_.push(id, now);
  } else {
    slow_wires_.push(id, now, latency);
  }
}

/// Called when the only message of the pair, which left its sender without an event, arrives.
void FlowNetwork::arrive(std::uint32_t number, NetworkEvents& events) {
  events.arrived.push_back(pairs_[number].first);
  end_unnoticed(number, {});
  forget_later(number);
}

/// Called when a second message enters a pair without a buffer. The end of the first one, which had
/// no event because the flow had its links to itself, needs one now, or has passed.
void FlowNetwork::watch_end(std::uint32_t number, Picoseconds now) {
  const Picoseconds end = shares_.end_of(number);
  if (end > now) {
    shares_.notice_at_end(number);
    return;
  }
  const Pair& pair = pairs_[number];
  const Picoseconds latency = latency_of_pair(number);
  slow_wires_.push(pair.first, end, latency);
  next_arrival_ = std::min(next_arrival_, later(end, latency));
  end_unnoticed(number, now);
}

/// Ends the flow of a pair whose only message has left its sender without an event, or now.
void FlowNetwork::end_unnoticed(std::uint32_t number, Picoseconds now) {
  Pair& pair = pairs_[number];
  pair.first = kNone;
  pair.left = pair.target;
  end_flow(number, now);
}

/// Continues the flow until its next target, past all messages that need no time. It has reached
/// its last target (`is_there`), or it has not started.
void FlowNetwork::flow_on(std::uint32_t number, bool is_there, Picoseconds now) {
  Pair& pair = pairs_[number];
  while (pair.first != kNone) {
    if (pair.left != pair.end) {
      pair.target = next_target(pair);
      if (pair.target != pair.left && !pair.has_links) {
        pass_at_once(number);
        continue;
      }
      if (pair.target != pair.left) {
        const Service service = pair.target - pair.left;
        is_there ? carry_on(number, service, now) : start_flow(number, service, now);
      } else if (is_there) {
        end_flow(number, now);
      }
      return;
    }
    const std::uint32_t id = pair.first;
    leave(number, id, now);
    pair.first = parcels_[id].next;
    if (pair.first != kNone) {
      pair.end += service_of(parcels_[pair.first].bytes);
    }
  }
  if (is_there) {
    end_flow(number, now);
  }
  if (!is_limited()) {
    forget_later(number);
  } else if (pair.taken == pair.entered) {
    forget(number);
  }
}

/// Passes everything until the next target at once: the pair has no links.
void FlowNetwork::pass_at_once(std::uint32_t number) {
  pairs_[number].left = pairs_[number].target;
  if (is_limited()) {
    take_in(number);
  }
}

NetworkReport FlowNetwork::report() const {
  NetworkReport report;
  if (routes_ != nullptr) {
    report.links = routes_->loads();
  }
  return report;
}

/// The end of the message; or before it the position at which its sender is no longer blocked, or
/// at which the buffer is full (the present one, if the flow has stopped).
Service FlowNetwork::next_target(const Pair& pair) const {
  if (!is_limited() || (listens_[pair.to] && !pair.is_held)) {
    return pair.end;
  }
  const Service mark = listens_[pair.to] ? pair.entered - buffer_ : pair.taken + buffer_;
  return is_at_least(pair.end, mark) ? mark : pair.end;
}

void FlowNetwork::reach_target(std::uint32_t number, Picoseconds now) {
  pairs_[number].left = pairs_[number].target;
  if (is_limited()) {
    take_in(number);
  }
  flow_on(number, true, now);
}

// --- the buffer ---------------------------------------------------------------------------------

/// Updates the positions of the pair to `now`. Its flow is stopped, if it had one.
void FlowNetwork::look_at(std::uint32_t number, Picoseconds now) {
  Pair& pair = pairs_[number];
  if (shares_.is_flowing(number)) {
    pair.left = pair.target - stop_flow(number, now);
  }
  take_in(number);
}

void FlowNetwork::take_in(std::uint32_t number) {
  Pair& pair = pairs_[number];
  if (listens_[pair.to]) {
    pair.taken = pair.left;
    release_if_room(number);
  }
}

void FlowNetwork::release_if_room(std::uint32_t number) {
  Pair& pair = pairs_[number];
  if (pair.is_held && pair.entered - pair.taken <= buffer_) {
    pair.is_held = false;
    released_.push_back(pair.from);
  }
}

void FlowNetwork::change_listening(std::uint32_t process, bool does, Picoseconds now) {
  std::uint32_t next = kNone;
  for (std::uint32_t number = incoming_[process]; number != kNone; number = next) {
    next = pairs_[number].after;
    look_at(number, now);  // with the former state of the receiver
    listens_[process] = does;
    take_in(number);
    flow_on(number, false, now);
    listens_[process] = !does;
  }
  listens_[process] = does;
}

}  // namespace dps::machines
