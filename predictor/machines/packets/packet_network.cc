#include "predictor/machines/packets/packet_network.h"

#include <algorithm>

#include "predictor/machines/wide.h"

namespace dps::machines {

PacketNetwork::PacketNetwork(const PacketOptions& options, const LocalWire& local,
                             const Topology& topology, std::span<const std::uint32_t> host_of,
                             LinkObserver* observer)
    : options_(options),
      full_bytes_(options.packet + options.header),
      local_(local),
      routes_(topology, full_bytes_, options.flit),
      host_of_(host_of.begin(), host_of.end()),
      observer_(observer),
      ports_(routes_.port_count()) {}

bool PacketNetwork::enter(std::uint32_t id, const Letter& letter, Picoseconds now) {
  if (id >= parcels_.size()) {
    parcels_.resize(std::max<std::size_t>(std::size_t{id} + 1, parcels_.size() * 2));
  }
  Parcel& parcel = parcels_[id];
  parcel.order = entered_++;
  parcel.hops.clear();
  if (host_of_[letter.from] == host_of_[letter.to]) {
    events_.push({local_.arrival(letter, now), parcel.order, 0, {}, id, 0});
    return true;
  }
  routes_.find(host_of_[letter.from], host_of_[letter.to], letter, parcel.hops);
  ports_.resize(routes_.port_count());
  const std::uint64_t whole = letter.bytes / options_.packet;
  const std::uint64_t rest = letter.bytes % options_.packet;
  parcel.packets = whole + (rest > 0 || whole == 0 ? 1 : 0);
  parcel.last_bytes = rest > 0 || whole == 0 ? rest + options_.header : full_bytes_;
  events_.push({now, parcel.order, 0, now, id, 0});
  return true;
}

void PacketNetwork::advance(Picoseconds now, NetworkEvents& events) {
  while (events_.next() <= now && events_.next() != kNever) {
    const Event event = events_.pop();
    if (event.hop == parcels_[event.letter].hops.size()) {
      events.arrived.push_back(event.letter);
    } else if (event.hop == 0) {
      join_first(event);
    } else {
      join(event);
    }
  }
}

void PacketNetwork::join_first(const Event& event) {
  Parcel& parcel = parcels_[event.letter];
  const Hop& hop = parcel.hops.front();
  const std::uint32_t number = hop.port;
  Port& port = ports_[number];
  const Wide others = wide(routes_.time(hop, full_bytes_)) * (parcel.packets - 1);
  const std::uint64_t bytes = (parcel.packets - 1) * full_bytes_ + parcel.last_bytes;
  parcel.begin = std::max(event.at, port.free);
  port.free = later(later(parcel.begin, clamped(others)), routes_.time(hop, parcel.last_bytes));
  port.bytes += bytes;
  if (observer_ != nullptr && bytes > 0 && routes_.is_shared(number)) {
    observer_->occupied(number, event.letter, parcel.begin, port.free);
  }
  leave_first(event.letter, parcel.hops.size() == 1 ? parcel.packets - 1 : 0);
}

/// Called when the packet leaves the first link, at a time that follows from its place in the
/// message.
void PacketNetwork::leave_first(std::uint32_t letter, std::uint64_t packet) {
  const Parcel& parcel = parcels_[letter];
  const Hop& hop = parcel.hops.front();
  const Wide before = wide(routes_.time(hop, full_bytes_)) * packet;
  const Picoseconds begin = later(parcel.begin, clamped(before));
  const Picoseconds end = later(begin, routes_.time(hop, bytes_of(parcel, packet)));
  pass_on({{}, parcel.order, packet, {}, letter, 0}, begin, end);
}

/// Lets a packet join a link that is not the first of its message.
void PacketNetwork::join(const Event& event) {
  const Parcel& parcel = parcels_[event.letter];
  const Hop& hop = parcel.hops[event.hop];
  const std::uint32_t number = hop.port;
  const std::uint64_t bytes = bytes_of(parcel, event.packet);
  Port& port = ports_[number];
  const Picoseconds begin = std::max(event.at, port.free);
  Picoseconds end = later(begin, routes_.time(hop, bytes));
  if (options_.switching == Switching::kCutThrough) {
    end = std::max(end, later(event.tail, routes_.flit_time(hop, bytes)));
  }
  port.free = end;
  port.bytes += bytes;
  if (observer_ != nullptr && bytes > 0 && routes_.is_shared(number)) {
    observer_->occupied(number, event.letter, begin, end);
  }
  pass_on(event, begin, end);
  if (event.hop == 1 && event.packet + 1 < parcel.packets) {
    leave_first(event.letter, event.packet + 1);
  }
}

/// Passes the packet of the event on; it is on the link of its hop from `begin` to `end`.
void PacketNetwork::pass_on(const Event& event, Picoseconds begin, Picoseconds end) {
  const Parcel& parcel = parcels_[event.letter];
  const Hop& hop = parcel.hops[event.hop];
  Event next = event;
  ++next.hop;
  if (next.hop == parcel.hops.size()) {
    next.at = later(end, routes_.latency(hop));
    if (event.packet + 1 == parcel.packets) {
      events_.push(next);
    }
    return;
  }
  const Picoseconds passage = routes_.passage(hop);
  next.tail = next.at = later(end, passage);
  if (options_.switching == Switching::kCutThrough) {
    const Picoseconds flit = routes_.flit_time(hop, bytes_of(parcel, event.packet));
    next.at = later(later(begin, flit), passage);
  }
  events_.push(next);
}

NetworkReport PacketNetwork::report() const {
  NetworkReport report;
  report.links = routes_.loads([this](std::uint32_t port) { return ports_[port].bytes; });
  return report;
}

}  // namespace dps::machines
