/// The interface of transports, which transmit tagged messages between the processes of a run.
/// Implemented by tcp/ and, if the libraries are installed, mpi/ and pvm/. An object is
/// for one process and is used by one thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/message_route.h"
#include "base/request.h"
#include "base/result.h"
#include "blueprint/collectives/operation.h"

namespace dps::transport {

/// The way in which a process waits for a message: it sleeps in the kernel, or it polls and calls
/// sched_yield() between polls.
enum class Wait : std::uint8_t { kBlock, kSpin };

/// A message to be sent: `bytes` bytes of meaningless content.
struct OutgoingMessage {
  MessageId mid{};
  std::uint64_t bytes = 0;
  bool packed = true;  ///< packed for every send and unpacked when taken; else sent as prepared
  bool xdr = true;     ///< packed as XDR (RFC 4506) 32-bit integers, or by copying
  MessageRoute route = MessageRoute::kDefault;
  Request request{};  ///< the message's own; sent if TransportOptions::has_requests is set
};

/// A message that has arrived and has not been taken.
struct Arrival {
  MessageId mid{};
  ProcessId from{};
  std::uint64_t bytes = 0;
  bool packed = true;
  bool xdr = true;
  /// The time of the read or poll that found the message, if TransportOptions::notes_arrivals is
  /// set; else the epoch. Messages that one read found have the same instant.
  std::chrono::steady_clock::time_point found{};
  /// True if the message was there before the process slept, or polled in vain, since it last
  /// called wait(). Set like `found`.
  bool was_there = false;
  Request request{};  ///< set if TransportOptions::has_requests is
};

/// The address of another process; each transport defines `address` and `port` for itself.
struct Peer {
  ProcessId process{};
  std::string address;
  std::uint32_t port = 0;  ///< a TCP port, an MPI rank, the tid of a PVM task
  MessageRoute route =
      MessageRoute::kDefault;  ///< kDirect: some message to it requires a direct route
};

/// Processes that perform operations of a type together, by the library of the transport.
struct OperationGroup {
  MessageId mid{};
  std::vector<ProcessId> members;     ///< in the order of their ranks
  collectives::Collective largest{};  ///< the operation with the most bytes
};

/// The event that has ended a wait.
enum class WaitOutcome : std::uint8_t {
  kMessage,      ///< at least one message has arrived: take() returns the oldest
  kDeadline,     ///< `until` has passed
  kInterrupted,  ///< the stop flag was set (a signal)
  kWoken,        ///< `wake_fd` is readable
};

/// The events that end a wait, besides a message and the stop flag.
struct WaitLimits {
  std::optional<std::chrono::steady_clock::time_point> until{};  ///< empty: no deadline
  int wake_fd = -1;  ///< watched as well unless -1; then sleeps in the kernel even with Wait::kSpin
};

inline constexpr std::uint64_t kTimedPacking = 256;

/// The messages of one process, to and from its peers.
class Transport {
 public:
  virtual ~Transport() = default;

  /// Makes the process reachable and returns its port. Called before connect().
  virtual Result<std::uint32_t> listen() = 0;
  /// Opens the connections to `peers`, exactly those that this process may exchange messages with,
  /// and proves to each that it belongs to the run (reliability promise S3). Both sides call it.
  /// Returns when all connections are open, or an error that names the peer.
  virtual Result<void> connect(std::span<const Peer> peers,
                               std::chrono::steady_clock::time_point deadline) = 0;
  /// Allocates memory for `messages`, which are all that may be sent (bodies that are not packed
  /// for every send are packed here), and for arrivals of up to `largest_arrival` bytes. Called
  /// before the first send(), wait() or take(), which then allocate nothing but queue entries.
  /// Errors: a message is too large, or there is too little memory (kLimit).
  virtual Result<void> prepare(std::span<const OutgoingMessage> messages,
                               std::uint64_t largest_arrival) = 0;
  /// Allocates memory for the operations of these groups, to which the process belongs. All
  /// processes pass them in the same order: by type, then by members. Called before connect().
  /// Errors: the transport has no library with such operations (kInput); it cannot perform one, or
  /// there is too little memory (kLimit).
  virtual Result<void> prepare_operations(std::span<const OperationGroup> groups);
  /// Messages sent from now on belong to this run. Messages of an earlier run are dropped and
  /// counted, whether they have arrived or will; messages of this run that came early (its sender
  /// began first) can now be taken. Run numbers increase.
  virtual void begin_run(std::uint32_t run) = 0;

  /// Packs and sends. Returns when the transport has accepted the whole message. Messages that
  /// arrive meanwhile are received and queued, so two processes that send to each other never block
  /// each other. A message to the process itself goes through the queue. Errors: the peer is gone
  /// (kSystem), or the stop flag was set meanwhile (kInterrupted).
  virtual Result<void> send(ProcessId to, const OutgoingMessage& outgoing) = 0;
  /// The time at which the last send() had packed its message. Empty if it was not packed, or if
  /// its body has less than kTimedPacking bytes: packing those takes less than a microsecond, and
  /// reading the clock would make small messages slower.
  [[nodiscard]] virtual std::optional<std::chrono::steady_clock::time_point> packed() const = 0;
  /// The time at which the last send() first had to wait for room for its message or for the rest
  /// of it. Empty if there was room, if arrivals are not noted, or if the transport does not know
  /// it.
  [[nodiscard]] virtual std::optional<std::chrono::steady_clock::time_point> held() const = 0;
  /// Begins an operation of the group at this position of those that are prepared. It continues
  /// while send() and wait() wait. When this process has done its part, it can take a message of
  /// the operation's type, with 0 bytes, from itself.
  virtual Result<void> begin_operation(std::size_t group, const collectives::Collective& of);
  /// Waits until a message can be taken, or until one of the limits.
  virtual Result<WaitOutcome> wait(const WaitLimits& limits) = 0;
  /// Returns the oldest message in order of arrival (messages of one sender arrive in the order
  /// sent), unpacked if it was packed. Only after wait() has returned kMessage.
  virtual Arrival take() = 0;
  /// Time spent so far in wait() on reading arrived bytes (not on waiting for them).
  [[nodiscard]] virtual std::chrono::nanoseconds reading() const = 0;
  /// Returns a line of text for each cause of a refusal or a drop (unauthorised connections,
  /// messages of another run, …), with its count so far. Empty if nothing was refused or dropped.
  [[nodiscard]] virtual std::vector<std::string> remarks() const = 0;
};

}  // namespace dps::transport
