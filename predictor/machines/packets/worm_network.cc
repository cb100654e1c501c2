#include "predictor/machines/packets/worm_network.h"

#include <algorithm>

#include "predictor/machines/wide.h"

namespace dps::machines {

WormNetwork::WormNetwork(const PacketOptions& options, const LocalWire& local,
                         const Topology& topology, std::span<const std::uint32_t> host_of,
                         LinkObserver* observer)
    : options_(options),
      local_(local),
      routes_(topology, options.flit, options.flit),
      host_of_(host_of.begin(), host_of.end()),
      observer_(observer),
      ports_(routes_.port_count()) {}

bool WormNetwork::enter(std::uint32_t id, const Letter& letter, Picoseconds now) {
  if (id >= worms_.size()) {
    worms_.resize(std::max<std::size_t>(std::size_t{id} + 1, worms_.size() * 2));
  }
  Worm& worm = worms_[id];
  worm.order = entered_++;
  worm.bytes = letter.bytes + options_.header;
  worm.waited = {};
  worm.got = worm.left = 0;
  worm.waits = false;
  worm.hops.clear();
  if (host_of_[letter.from] == host_of_[letter.to]) {
    events_.push({local_.arrival(letter, now), worm.order, id, 0, EventKind::kArrive});
    return true;
  }
  routes_.find(host_of_[letter.from], host_of_[letter.to], letter, worm.hops);
  if (worm.hops.empty()) {
    events_.push({now, worm.order, id, 0, EventKind::kArrive});
    return true;
  }
  ports_.resize(routes_.port_count());
  worm.keys.resize(worm.hops.size());
  worm.since.resize(observer_ == nullptr ? 0 : worm.hops.size());
  const auto slowest = std::min_element(worm.hops.begin(), worm.hops.end(),
                                        [this](const Hop& one, const Hop& other) {
                                          return routes_.bandwidth(one) < routes_.bandwidth(other);
                                        });
  const std::uint64_t flit = std::min(worm.bytes, options_.flit);
  worm.rest = routes_.time(*slowest, worm.bytes - flit);
  events_.push({now, worm.order, id, 0, EventKind::kAsk});
  return true;
}

void WormNetwork::advance(Picoseconds now, NetworkEvents& events) {
  while (events_.next() <= now && events_.next() != kNever) {
    const Event event = events_.pop();
    switch (event.kind) {
      case EventKind::kLeave:
        leave(event);
        break;
      case EventKind::kAsk:
        ask(event.letter, event.at);
        break;
      case EventKind::kArrive:
        events.arrived.push_back(event.letter);
        break;
    }
  }
}

/// Lets the head request its next link.
void WormNetwork::ask(std::uint32_t letter, Picoseconds now) {
  Worm& worm = worms_[letter];
  Port& port = ports_[worm.hops[worm.got].port];
  if (port.holder == kNone) {
    get(letter, now);
    return;
  }
  worm.waits = true;
  worm.asked = now;
  worm.next = kNone;
  (port.first == kNone ? port.first : worms_[port.last].next) = letter;
  port.last = letter;
}

/// Gives the head the link that it has requested.
void WormNetwork::get(std::uint32_t letter, Picoseconds now) {
  Worm& worm = worms_[letter];
  const std::uint32_t hop = worm.got++;
  const std::uint32_t number = worm.hops[hop].port;
  const bool has_waited = worm.waits;
  if (has_waited) {
    worm.waits = false;
    worm.waited = later(worm.waited, now - worm.asked);
  }
  ports_[number].holder = letter;
  ports_[number].bytes += worm.bytes;
  if (observer_ != nullptr) {
    worm.since[hop] = now;
  }
  const Picoseconds flit = later(now, routes_.flit_time(worm.hops[hop], worm.bytes));
  worm.keys[hop] = flit == kNever ? kNever : flit - worm.waited;
  if (has_waited || worm.left == hop) {
    await_leaving(letter);
  }
  if (worm.got == worm.hops.size()) {
    const Picoseconds arrival = later(later(flit, worm.rest), routes_.latency(worm.hops[hop]));
    events_.push({arrival, worm.order, letter, hop, EventKind::kArrive});
  } else {
    const Picoseconds asks = later(flit, routes_.passage(worm.hops[hop]));
    events_.push({asks, worm.order, letter, worm.got, EventKind::kAsk});
  }
}

/// The tail will leave the first of the links that it has not left, unless the head has to wait.
void WormNetwork::await_leaving(std::uint32_t letter) {
  const Worm& worm = worms_[letter];
  if (worm.left < worm.got) {
    events_.push({leaves_at(worm, worm.left), worm.order, letter, worm.left, EventKind::kLeave});
  }
}

void WormNetwork::leave(const Event& event) {
  Worm& worm = worms_[event.letter];
  const bool stands = worm.waits && worm.asked < event.at;
  if (worm.order != event.order || worm.left != event.hop || stands ||
      leaves_at(worm, event.hop) != event.at) {
    return;  // the head has waited meanwhile, or waits
  }
  const std::uint32_t number = worm.hops[worm.left].port;
  if (observer_ != nullptr && routes_.is_shared(number) && worm.since[worm.left] < event.at) {
    observer_->occupied(number, event.letter, worm.since[worm.left], event.at);
  }
  ++worm.left;
  await_leaving(event.letter);
  Port& port = ports_[number];
  port.holder = kNone;
  if (const std::uint32_t heir = port.first; heir != kNone) {
    port.first = worms_[heir].next;
    get(heir, event.at);
  }
}

NetworkReport WormNetwork::report() const {
  NetworkReport report;
  report.links = routes_.loads([this](std::uint32_t port) { return ports_[port].bytes; });
  if (next() == kNever) {
    report.blocked = cycle();
  }
  return report;
}

/// The worm that holds the link for which this one waits; kNone if it does not wait.
std::uint32_t WormNetwork::blocker_of(std::uint32_t letter) const {
  const Worm& worm = worms_[letter];
  return worm.waits ? ports_[worm.hops[worm.got].port].holder : kNone;
}

std::vector<BlockedLetter> WormNetwork::cycle() const {
  std::vector<std::uint32_t> seen(worms_.size(), kNone);  // by which search
  for (std::uint32_t letter = 0; letter < worms_.size(); ++letter) {
    std::uint32_t one = letter;
    while (one != kNone && seen[one] == kNone) {
      seen[one] = letter;
      one = blocker_of(one);
    }
    if (one == kNone || seen[one] != letter) {
      continue;
    }
    std::uint32_t oldest = one;
    for (std::uint32_t other = blocker_of(one); other != one; other = blocker_of(other)) {
      oldest = worms_[other].order < worms_[oldest].order ? other : oldest;
    }
    std::vector<BlockedLetter> blocked;
    std::uint32_t held = 0;
    do {
      const Worm& worm = worms_[one];
      const std::uint32_t wanted = routes_.link_of(worm.hops[worm.got].port);
      blocked.push_back({one, held, wanted});
      held = wanted;
      one = blocker_of(one);
    } while (blocked.front().letter != one);
    blocked.front().holds = held;
    std::rotate(
        blocked.begin(),
        std::find_if(blocked.begin(), blocked.end(),
                     [oldest](const BlockedLetter& one_of) { return one_of.letter == oldest; }),
        blocked.end());
    return blocked;
  }
  return {};
}

}  // namespace dps::machines
