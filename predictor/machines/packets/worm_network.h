/// A network whose routers store nothing: a message is a worm that holds the links it is on.
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

/// The head of a worm gets the links of its route one after the other. It requests the next one a
/// flit's time, a latency and a router's delay after it got one, and waits while another worm has
/// it; waiting worms are served in the order of their requests, at one instant in the order in
/// which they entered. While the head waits, the tail does not move.
///
/// The tail leaves a link when the whole worm has passed it at the rate of the slowest link of the
/// route. So a link is known to be left at the instant `key + rest + waited`: `key` is fixed when
/// the head gets the link, `rest` is the time of all but the first flit, and `waited` grows while
/// the head waits.
class WormNetwork {
 public:
  /// Borrows the topology and the observer, which may be null.
  WormNetwork(const PacketOptions& options, const LocalWire& local, const Topology& topology,
              std::span<const std::uint32_t> host_of, LinkObserver* observer);

  // The calls of Network (machine.h).
  bool enter(std::uint32_t id, const Letter& letter, Picoseconds now);
  void listen(std::uint32_t, bool, Picoseconds) {}
  [[nodiscard]] Picoseconds next() const { return events_.next(); }
  void advance(Picoseconds now, NetworkEvents& events);
  [[nodiscard]] NetworkReport report() const;

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;

  /// The kinds of events, in their order at one instant: a link that is left can be got at once.
  enum class EventKind : std::uint8_t { kLeave, kAsk, kArrive };

  struct Event {
    Picoseconds at;
    std::uint64_t order = 0;  ///< the position of the worm in the order of entering
    std::uint32_t letter = 0;
    std::uint32_t hop = 0;
    EventKind kind = EventKind::kAsk;

    [[nodiscard]] bool before(const Event& other) const {
      if (at != other.at) {
        return at < other.at;
      }
      return kind != other.kind ? kind < other.kind : order < other.order;
    }
  };

  struct Worm {
    std::uint64_t order = 0;
    std::uint64_t bytes = 0;  ///< with the header
    Picoseconds rest;
    Picoseconds waited;
    Picoseconds asked;           ///< the instant of its request, if it waits
    std::uint32_t got = 0;       ///< links that its head has got
    std::uint32_t left = 0;      ///< the number of these links that its tail has left
    std::uint32_t next = kNone;  ///< the next worm in the queue of the link that it waits for
    bool waits = false;
    std::vector<Hop> hops;
    std::vector<Picoseconds> keys;   ///< by hop
    std::vector<Picoseconds> since;  ///< by hop, with an observer
  };

  struct Port {
    std::uint64_t bytes = 0;
    std::uint32_t holder = kNone;
    std::uint32_t first = kNone;  ///< the first worm that waits
    std::uint32_t last = kNone;
  };

  [[nodiscard]] static Picoseconds leaves_at(const Worm& worm, std::uint32_t hop) {
    return later(worm.keys[hop], later(worm.rest, worm.waited));
  }
  void ask(std::uint32_t letter, Picoseconds now);
  void get(std::uint32_t letter, Picoseconds now);
  void leave(const Event& event);
  void await_leaving(std::uint32_t letter);
  [[nodiscard]] std::uint32_t blocker_of(std::uint32_t letter) const;
  [[nodiscard]] std::vector<BlockedLetter> cycle() const;

  PacketOptions options_;
  LocalWires local_;
  PacketRoutes routes_;
  std::vector<std::uint32_t> host_of_;
  LinkObserver* observer_;
  PacketEvents<Event> events_;
  std::vector<Worm> worms_;  // by id
  std::vector<Port> ports_;
  std::uint64_t entered_ = 0;
};

}  // namespace dps::machines
