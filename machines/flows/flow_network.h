/// Messages as flows over links: the network of a native machine.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "machines/delay_line.h"
#include "machines/delay_queue.h"
#include "machines/flows/fair_shares.h"
#include "machines/flows/token_buckets.h"
#include "machines/machine.h"
#include "machines/number_table.h"

namespace dps::machines {

enum class NetworkKind : std::uint8_t {
  kSwitch,  ///< a full-duplex link from every host to a switch that is never full
  kBus,     ///< one medium for all
};

/// The link of one host to the switch, where it is not as the others.
struct HostLink {
  BitsPerSecond bandwidth;  ///< 0: as the network's
  Picoseconds latency;      ///< on top of the network's
  std::uint64_t burst = 0;  ///< bytes
  bool operator==(const HostLink&) const = default;
};

struct FlowNetworkOptions {
  NetworkKind kind = NetworkKind::kSwitch;
  BitsPerSecond bandwidth;
  Picoseconds latency;
  std::uint64_t burst = 0;  ///< bytes that a link lets pass at once
  BitsPerSecond local_bandwidth;
  Picoseconds local_latency;
  std::optional<std::uint64_t> buffer;  ///< bytes a pair; nothing: no limit
  std::vector<HostLink> links;          ///< of a switch alone, by host; empty: all as `burst` says
};

/// The messages of one sender to one receiver are one flow: the next begins when the last byte of
/// the one before has left. A message arrives `latency` after its last byte has left.
///
/// With a buffer, of the bytes that a pair has sent at most that many are not yet taken in. What a
/// receiver that listens is sent is taken in as it leaves the sender; what left while it did not
/// listen is taken in when it listens again. A send whose bytes do not all find room holds its
/// sender; a flow that meets a full buffer stands still.
///
/// With a burst, what a flow has to carry when it begins, or comes to its next message, is less by
/// what passes at once.
class FlowNetwork {
 public:
  FlowNetwork(const FlowNetworkOptions& options, std::size_t hosts,
              std::span<const std::uint32_t> host_of);

  // As Network has them (machine.h).
  bool enter(std::uint32_t id, const Letter& letter, Picoseconds now);
  void listen(std::uint32_t process, bool does, Picoseconds now) {
    if (is_limited() && listens_[process] != does) {
      change_listening(process, does, now);
    }
  }
  [[nodiscard]] Picoseconds next();
  void advance(Picoseconds now, NetworkEvents& events);

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  static constexpr std::uint32_t kIdlePairs = 1024;

  /// A message that has not left yet.
  struct Parcel {
    std::uint64_t bytes = 0;
    std::uint32_t next = kNone;  ///< behind it in its pair
  };

  /// The messages of one sender to one receiver that have not left. With a buffer also those that
  /// are not taken in; its figures count from the begin of the pair, run round, and have at most
  /// two messages between them.
  struct Pair {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t first = kNone;  ///< the message that flows
    std::uint32_t last = kNone;
    bool is_local = false;
    bool is_held = false;          ///< the sender waits for room for its newest message
    std::uint32_t before = kNone;  ///< in the list of the receiver
    std::uint32_t after = kNone;
    Service entered = 0;  ///< the end of the newest message
    Service left = 0;     ///< the end of what is gone, when the flow was last looked at
    Service end = 0;      ///< of the message that flows
    Service target = 0;   ///< what the flow goes up to: `end`, or an earlier point to look at it
    Service taken = 0;    ///< in, when the receiver last listened
  };

  [[nodiscard]] bool is_limited() const { return options_.buffer.has_value(); }
  std::uint32_t pair_for(const Letter& letter);
  void forget(std::uint32_t number);
  void forget_later(std::uint32_t number);
  [[nodiscard]] Picoseconds latency_of(const Pair& pair) const;
  void leave(const Pair& pair, std::uint32_t id, Picoseconds now);
  void arrive(std::uint32_t number, NetworkEvents& events);
  void watch_end(std::uint32_t number, Picoseconds now);
  void flow_on(std::uint32_t number, bool is_there, Picoseconds now);
  [[nodiscard]] Service next_target(const Pair& pair) const;
  void add_links(BitsPerSecond bandwidth, std::uint64_t burst, std::size_t count);
  void start_flow(std::uint32_t number, Service service, Picoseconds now);
  void carry_on(std::uint32_t number, Service service, Picoseconds now);
  Service stop_flow(std::uint32_t number, Picoseconds now);
  void end_flow(std::uint32_t number, Picoseconds now);
  void leave_links(const Pair& pair, Picoseconds now);
  void reach_target(std::uint32_t number, Picoseconds now);
  void change_listening(std::uint32_t process, bool does, Picoseconds now);
  void look_at(std::uint32_t number, Picoseconds now);
  void take_in(std::uint32_t number);
  void release_if_room(std::uint32_t number);
  Route route_of(const Pair& pair);

  FlowNetworkOptions options_;
  Service buffer_ = 0;
  std::vector<std::uint32_t> host_of_;
  FairShares shares_;
  bool has_bursts_;
  TokenBuckets buckets_;  // of all links, if any has a burst
  DelayLine wire_;
  DelayQueue slow_wires_;  // of hosts whose links have a latency of their own
  DelayLine local_;
  Picoseconds next_arrival_ = kNever;  // of those three
  std::vector<Parcel> parcels_;        // by id
  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> free_pairs_;
  NumberTable pair_of_;                    // by sender and receiver
  std::vector<std::uint32_t> idle_pairs_;  // by sender modulo kIdlePairs: forgotten later

  // With a buffer only.
  std::vector<std::uint32_t> incoming_;  // by process: the first pair of its list
  std::vector<bool> listens_;            // by process
  std::vector<std::uint32_t> released_;
};

}  // namespace dps::machines
