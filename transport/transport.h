/// Moves tagged messages between the processes of one run. Implemented by tcp/, loopback/ and,
/// where they are found, mpi/ and pvm/. One object serves one process, from one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"

namespace dps::transport {

/// How a process waits for a message: asleep in the kernel, or polling with sched_yield between
/// polls.
enum class Wait : std::uint8_t { kBlock, kSpin };

enum class Route : std::uint8_t { kOwn, kDaemon, kDirect };

/// What is to be sent: a message of `bytes` bytes, whose content means nothing.
struct Letter {
  MessageId mid{};
  std::uint64_t bytes = 0;
  bool packed = true;  ///< packed anew for every send, unpacked when taken; else sent as prepared
  bool xdr = true;     ///< packed as XDR (RFC 4506) 32-bit integers, or by copying
  Route route = Route::kOwn;
};

/// A message that has arrived and waits to be taken.
struct Arrival {
  MessageId mid{};
  ProcessId from{};
  std::uint64_t bytes = 0;
  bool packed = true;
  bool xdr = true;
};

/// How another process is reached; `address` and `port` mean what the transport makes of them.
struct Peer {
  ProcessId process{};
  std::string address;
  std::uint32_t port = 0;     ///< a TCP port, an MPI rank, the tid of a PVM task
  Route route = Route::kOwn;  ///< kDirect: something is sent to it that asks for that
};

enum class WaitOutcome : std::uint8_t {
  kMessage,      ///< at least one message waits: take() gives the oldest
  kDeadline,     ///< `until` has passed
  kInterrupted,  ///< the stop flag was set (a signal)
  kWoken,        ///< `wake_fd` is readable
};

struct WaitLimits {
  std::optional<std::chrono::steady_clock::time_point> until{};  ///< nothing: for ever
  int wake_fd = -1;  ///< also watched, if not -1; then asleep in the kernel even under Wait::kSpin
};

class Transport {
 public:
  virtual ~Transport() = default;

  /// Makes the process reachable and says under which port. Before connect().
  virtual Result<std::uint32_t> listen() = 0;
  /// Opens the connections to `peers`, exactly those that this process may exchange messages with,
  /// and proves to each what reliability promise S3 asks. Both sides call it; returns when all
  /// stand, or an error that names the peer.
  virtual Result<void> connect(std::span<const Peer> peers,
                               std::chrono::steady_clock::time_point deadline) = 0;
  /// Makes room for `letters`, which are all that may be sent (those with packed == false are made
  /// ready here), and for arrivals of up to `largest_arrival` bytes. Before the first send(),
  /// wait() or take(), which then allocate nothing but queue entries. Errors: too large or too
  /// little memory (kLimit).
  virtual Result<void> prepare(std::span<const Letter> letters, std::uint64_t largest_arrival) = 0;
  /// Messages sent from now on belong to this run. What still waits or arrives of an earlier one is
  /// dropped and counted; what has come early for this one (its sender began first) now waits. Runs
  /// are numbered upwards.
  virtual void begin_run(std::uint32_t run) = 0;

  /// Packs and sends. Returns when the transport has taken the whole message; what arrives
  /// meanwhile is taken in and queued, so two processes that send to each other never block each
  /// other. A message to oneself goes through the queue. Errors: the peer is gone (kSystem), or the
  /// stop flag was set meanwhile (kInterrupted).
  virtual Result<void> send(ProcessId to, const Letter& letter) = 0;
  /// Waits until a message can be taken, or one of the limits.
  virtual Result<WaitOutcome> wait(const WaitLimits& limits) = 0;
  /// The oldest waiting message (arrival order; of one sender, the order sent), unpacked if it was
  /// packed. Only when wait() said kMessage.
  virtual Arrival take() = 0;
  /// Time spent so far in wait() reading what had arrived (not waiting for it).
  [[nodiscard]] virtual std::chrono::nanoseconds reading() const = 0;
  /// What came and did not count (strangers, frames of another run, …), a line for people a cause,
  /// with its number so far. Empty when all was well.
  [[nodiscard]] virtual std::vector<std::string> remarks() const = 0;
};

}  // namespace dps::transport
