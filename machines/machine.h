/// What a machine is to a prediction: hosts, what computing and messages cost there, and a network
/// that says when a message arrives, given what else is under way.
///
/// The caller owns the only clock and the processes. Times are whole picoseconds, and the same
/// calls in the same order return the same values everywhere. Errors: none; a machine file is
/// checked when it is read.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/time_units.h"
#include "machines/wide.h"

namespace dps::machines {

struct MachineHost {
  std::string name;
  std::string type;  ///< architecture; empty: it satisfies no `TYPE =`
  std::uint64_t speed = 1000;
  std::uint32_t cores = 1;
  std::optional<std::uint64_t> memory;  ///< bytes
};

/// A message between two processes, which are known by their numbers.
struct Letter {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t bytes = 0;
  bool packed = true;  ///< packed for every send; else a buffer that is sent as it is
  bool xdr = true;     ///< packed as XDR
};

/// CPU time that one message costs, whatever the host's speed. The sender pays `pack` and `send`
/// before the message enters the network; the receiver pays `receive` and `unpack` when it takes a
/// message that has arrived.
struct MessageCost {
  Picoseconds pack;
  Picoseconds send;
  Picoseconds receive;
  Picoseconds unpack;
};

enum class WorkKind : std::uint8_t {
  kCompute,   ///< seconds of CPU time of a host of speed 1000
  kMultiply,  ///< double-precision multiplications
};

struct WaitingCost {
  /// CPU time paid each time before a process waits; nothing is transmitted to it before.
  Picoseconds listen;
  /// Delay from the arrival of a message for a process that already waits until that process runs.
  Picoseconds wakeup;
};

/// A machine for its readers.
struct MachineSummary {
  std::string kind;  ///< "native", "architecture", …
  std::string name;
  /// Sizes of messages within which the machine was measured, if it says so.
  std::optional<std::uint64_t> least_bytes;
  std::optional<std::uint64_t> most_bytes;
  std::vector<std::string> notes;
};

/// What happened in the network at one instant. The numbers are those of the caller.
struct NetworkEvents {
  std::vector<std::uint32_t> arrived;   ///< letters; in no particular order
  std::vector<std::uint32_t> released;  ///< processes that are no longer held in a send
};

/// The processes of one prediction on a machine, and their messages under way.
class Network {
 public:
  virtual ~Network() = default;

  [[nodiscard]] virtual MessageCost cost(const Letter& letter) const = 0;

  /// The letter enters at `now`. Returns false if its sender is held: a later advance() releases
  /// it, and until then it sends nothing else. `id` is the caller's; it is free again when the
  /// letter has arrived.
  virtual bool enter(std::uint32_t id, const Letter& letter, Picoseconds now) = 0;

  /// Whether the process takes in what comes: it waits for a message (having paid `listen`), is
  /// held in a send, or is complete. No process does at the start; a process that still listens
  /// after a letter has arrived for it says so again.
  virtual void listen(std::uint32_t process, bool does, Picoseconds now) = 0;

  /// The next event if nothing else is reported until then; kNever without one. Called after
  /// everything of the present instant has been reported.
  [[nodiscard]] virtual Picoseconds next() = 0;

  /// Appends what happens at `now`, which is next() or earlier. next() may return `now` again.
  virtual void advance(Picoseconds now, NetworkEvents& events) = 0;
};

class Machine {
 public:
  virtual ~Machine() = default;

  [[nodiscard]] virtual MachineSummary summary() const = 0;

  /// The hosts that terrain is matched against. None: each process has a host of its own with one
  /// core and a speed of 1000, numbered as the processes are.
  [[nodiscard]] virtual std::span<const MachineHost> hosts() const = 0;

  [[nodiscard]] virtual WaitingCost waiting_cost() const = 0;

  /// CPU time, alone on a core of `host`. kNever: longer than virtual time can count.
  [[nodiscard]] virtual Picoseconds work_cost(std::uint32_t host, WorkKind kind,
                                              double amount) const = 0;

  /// An empty network. `host_of` has the host of every process and, with the machine, outlives it.
  [[nodiscard]] virtual std::unique_ptr<Network> make_network(
      std::span<const std::uint32_t> host_of) const = 0;
};

}  // namespace dps::machines
