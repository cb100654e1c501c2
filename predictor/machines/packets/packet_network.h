/// A network whose routers store packets: store-and-forward and cut-through.
/// Source: docs/machines.md, "Packets".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "predictor/machines/machine.h"
#include "predictor/machines/packets/local_wires.h"
#include "predictor/machines/packets/packet_events.h"
#include "predictor/machines/packets/packet_routes.h"
#include "predictor/machines/packets/packets.h"

namespace dps::machines {

/// A link serves one packet at a time, in the order in which they join its queue; at one instant in
/// the order in which their messages entered. So the time at which a packet leaves a link is known
/// when it joins the queue, and the network has one event for each packet and link.
///
/// All packets of a message join the queue of its first link at once, and are served one after the
/// other. Only the first of those that have yet to join the second link has an event.
class PacketNetwork {
 public:
  /// Borrows the topology and the observer, which may be null.
  PacketNetwork(const PacketOptions& options, const LocalWire& local, const Topology& topology,
                std::span<const std::uint32_t> host_of, LinkObserver* observer);

  // The calls of Network (machine.h).
  bool enter(std::uint32_t id, const Letter& letter, Picoseconds now);
  void listen(std::uint32_t, bool, Picoseconds) {}
  [[nodiscard]] Picoseconds next() const { return events_.next(); }
  void advance(Picoseconds now, NetworkEvents& events);
  [[nodiscard]] NetworkReport report() const;

 private:
  /// A packet joins the queue of a hop, or the message arrives, which is the hop after its last.
  struct Event {
    Picoseconds at;
    std::uint64_t order = 0;  ///< the position of the message in the order of entering
    std::uint64_t packet = 0;
    Picoseconds tail;  ///< the instant when the router has all of the packet, and its delay is over
    std::uint32_t letter = 0;
    std::uint32_t hop = 0;

    [[nodiscard]] bool before(const Event& other) const {
      if (at != other.at) {
        return at < other.at;
      }
      return order != other.order ? order < other.order : packet < other.packet;
    }
  };

  struct Parcel {
    std::uint64_t order = 0;
    std::uint64_t packets = 0;
    std::uint64_t last_bytes = 0;  ///< bytes of its last packet, with the header
    Picoseconds begin;             ///< the start of its first packet on its first link
    std::vector<Hop> hops;
  };

  struct Port {
    Picoseconds free;
    std::uint64_t bytes = 0;
  };

  [[nodiscard]] std::uint64_t bytes_of(const Parcel& parcel, std::uint64_t packet) const {
    return packet + 1 == parcel.packets ? parcel.last_bytes : full_bytes_;
  }
  void join_first(const Event& event);
  void leave_first(std::uint32_t letter, std::uint64_t packet);
  void join(const Event& event);
  void pass_on(const Event& event, Picoseconds begin, Picoseconds end);

  PacketOptions options_;
  std::uint64_t full_bytes_;
  LocalWires local_;
  PacketRoutes routes_;
  std::vector<std::uint32_t> host_of_;
  LinkObserver* observer_;
  PacketEvents<Event> events_;
  std::vector<Parcel> parcels_;  // by id
  std::vector<Port> ports_;
  std::uint64_t entered_ = 0;
};

}  // namespace dps::machines
