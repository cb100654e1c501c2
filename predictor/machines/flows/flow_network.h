/// Messages as flows over links: the network of a native machine (docs/machines.md).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/paged.h"
#include "predictor/machines/delay_line.h"
#include "predictor/machines/delay_queue.h"
#include "predictor/machines/flows/fair_shares.h"
#include "predictor/machines/flows/pair_routes.h"
#include "predictor/machines/flows/token_buckets.h"
#include "predictor/machines/machine.h"
#include "predictor/machines/number_table.h"

namespace dps::machines {

enum class NetworkKind : std::uint8_t {
  kSwitch,  ///< a full-duplex link from every host to a switch that is never full
  kBus,     ///< one medium for all
  kGraph,   ///< the links and routes of a topology
};

/// The link of a host to the switch.
struct HostLink {
  BitsPerSecond bandwidth;  ///< 0: that of the network
  Picoseconds latency;      ///< on top of the network's
  std::uint64_t burst = 0;  ///< bytes
  bool operator==(const HostLink&) const = default;
};

struct FlowNetworkOptions {
  NetworkKind kind = NetworkKind::kSwitch;
  BitsPerSecond bandwidth;
  Picoseconds latency;
  std::uint64_t burst = 0;  ///< bytes that pass a link at once (token_buckets.h)
  BitsPerSecond local_bandwidth;
  Picoseconds local_latency;
  std::optional<std::uint64_t> buffer;  ///< bytes per pair; nullopt: no limit
  std::vector<HostLink> links;          ///< of a switch, by host; empty: all links are equal
};

/// The messages of one sender to one receiver are a *pair*, and one flow: a message begins to leave
/// when the last byte of the one before it has left. It arrives `latency` after its last byte.
///
/// With a buffer, at most that many bytes of a pair have been sent and not been taken in. While a
/// receiver listens, it takes in bytes as they leave the sender; otherwise it takes in all of them
/// when it listens again. A send whose bytes do not all fit into the buffer blocks its sender, and
/// a flow stops while the buffer is full.
///
/// A message whose links carry nothing else arrives at an instant that is known when it enters, and
/// is only an entry in a queue. It becomes a flow when another message enters one of its links.
///
/// On a topology, routes and latencies are those of its pairs of hosts. A message between hosts
/// that no link separates needs no time.
///
/// With a burst, a flow carries less at its start and for each further message: the tokens of its
/// links let some bytes pass at once.
class FlowNetwork {
 public:
  /// Borrows the topology, which is that of a graph and else null.
  FlowNetwork(const FlowNetworkOptions& options, std::size_t hosts,
              std::span<const std::uint32_t> host_of, const Topology* topology = nullptr);

  // The calls of Network (machine.h).
  bool enter(std::uint32_t id, const Letter& letter, Picoseconds now);
  void listen(std::uint32_t process, bool does, Picoseconds now) {
    if (is_limited() && listens_[process] != does) {
      change_listening(process, does, now);
    }
  }
  [[nodiscard]] Picoseconds next();
  void advance(Picoseconds now, NetworkEvents& events);
  [[nodiscard]] NetworkReport report() const;

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  static constexpr std::uint32_t kIdlePairs = 4096;

  /// A message that has not left its sender yet, or that has its links to itself.
  struct Parcel {
    std::uint64_t bytes = 0;
    std::uint32_t next = kNone;  ///< the next message of its pair
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    bool has_links = false;  ///< has its links to itself: neither a pair nor a flow has it
  };

  /// The messages of one sender to one receiver that have not left or, with a buffer, have not been
  /// taken in. Its positions count the bytes that the pair has carried; they wrap around, and are
  /// at most two messages apart.
  struct Pair {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t first = kNone;   ///< the message that is leaving
    std::uint32_t last = kNone;    ///< the newest message
    bool is_local = false;         ///< both processes are on one host
    bool is_held = false;          ///< the sender is blocked until its newest message fits
    bool has_links = true;         ///< false: it is not local, and no link is between its hosts
    std::uint32_t before = kNone;  ///< in the list of pairs of the receiver
    std::uint32_t after = kNone;
    std::uint32_t idle_place = kNone;  ///< in the list of idle pairs
    Service entered = 0;               ///< the end of the newest message
    Service left = 0;    ///< the end of the part that has left, when the flow was last examined
    Service end = 0;     ///< the end of the message that is leaving
    Service target = 0;  ///< where the flow is examined next: `end`, or before
    Service taken = 0;   ///< the end of the part taken in, when the receiver last listened
  };

  [[nodiscard]] bool is_limited() const { return options_.buffer.has_value(); }
  [[nodiscard]] bool is_local(std::uint32_t from, std::uint32_t to) const {
    return host_of_[from] == host_of_[to];
  }
  bool enter_idle_links(std::uint32_t id, Picoseconds now);
  void share_links(const Route& route, Picoseconds now);
  void follow(const Route& route, const Parcel& parcel, Picoseconds now);
  void start_pair(std::uint32_t id);
  void take_lone(Picoseconds now, NetworkEvents& events);
  std::uint32_t pair_for(std::uint32_t from, std::uint32_t to);
  void forget(std::uint32_t number);
  void forget_later(std::uint32_t number);
  [[nodiscard]] Picoseconds latency_of(std::uint32_t from, std::uint32_t to) const;
  [[nodiscard]] Picoseconds latency_of_pair(std::uint32_t number) const;
  void leave(std::uint32_t number, std::uint32_t id, Picoseconds now);
  void arrive(std::uint32_t number, NetworkEvents& events);
  void watch_end(std::uint32_t number, Picoseconds now);
  void end_unnoticed(std::uint32_t number, Picoseconds now);
  void flow_on(std::uint32_t number, bool is_there, Picoseconds now);
  void pass_at_once(std::uint32_t number);
  [[nodiscard]] Service next_target(const Pair& pair) const;
  void add_links(BitsPerSecond bandwidth, std::uint64_t burst, std::size_t count);
  void start_flow(std::uint32_t number, Service service, Picoseconds now);
  void carry_on(std::uint32_t number, Service service, Picoseconds now);
  Service stop_flow(std::uint32_t number, Picoseconds now);
  void end_flow(std::uint32_t number, Picoseconds now);
  void leave_links(std::uint32_t number, Picoseconds now);
  void reach_target(std::uint32_t number, Picoseconds now);
  void change_listening(std::uint32_t process, bool does, Picoseconds now);
  void look_at(std::uint32_t number, Picoseconds now);
  void take_in(std::uint32_t number);
  void release_if_room(std::uint32_t number);
  Route route_of(std::uint32_t from, std::uint32_t to);
  Route route_of_pair(std::uint32_t number);

  FlowNetworkOptions options_;
  Service buffer_ = 0;
  std::vector<std::uint32_t> host_of_;
  FairShares shares_;
  bool has_bursts_;
  TokenBuckets buckets_;                // of all links, if any has a burst
  std::unique_ptr<PairRoutes> routes_;  // on a topology
  DelayLine wire_;
  DelayQueue slow_wires_;  // to or from hosts whose links have a latency of their own
  DelayLine local_;
  DelayQueue lone_;                    // messages that have, or had, their links to themselves
  std::uint32_t cancelled_ = 0;        // entries of lone_ for messages that have become flows
  Picoseconds next_arrival_ = kNever;  // the earliest of these four
  Paged<Parcel> parcels_;              // by id
  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> free_pairs_;
  NumberTable pair_of_;                    // by sender and receiver
  std::vector<std::uint32_t> idle_pairs_;  // in the order in which they became idle, in a ring
  std::uint32_t next_idle_ = 0;            // the place of the next one, and of the oldest

  // With a buffer only.
  std::vector<std::uint32_t> incoming_;  // by receiver: its first pair
  std::vector<bool> listens_;            // by process
  std::vector<std::uint32_t> released_;
};

}  // namespace dps::machines
