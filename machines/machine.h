/// What a machine is to a prediction: a few hosts, what computing and messages cost there, and a
/// network that says when a message is there, given what else is under way.
///
/// A prediction asks and obeys; it has the only clock and the processes. Everything is counted in
/// whole picoseconds, and the same questions in the same order get the same answers everywhere.
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

/// A message, between processes known by their numbers.
struct Letter {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t bytes = 0;
  bool packed = true;  ///< packed for every send; else a buffer that is sent as it is
  bool xdr = true;     ///< packed as XDR
};

/// CPU time that a message costs, as it is, whatever the host's speed. The sender pays `pack` and
/// `send`, one after the other, before the message enters the network; the receiver pays `receive`
/// and `unpack` when it takes a message that has arrived.
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

/// What waiting for a message costs.
struct WaitingCost {
  /// CPU time that a process pays each time before it waits, and without which nothing is
  /// transmitted to it.
  Picoseconds listen;
  /// A delay, not CPU time: from the arrival of a message for a process that already waits to the
  /// moment when it runs.
  Picoseconds wakeup;
};

/// What to tell of a machine besides its figures.
struct MachineSummary {
  std::string kind;  ///< "native", "architecture", …
  std::string name;
  /// Sizes of messages within which it was measured, if it says so.
  std::optional<std::uint64_t> least_bytes;
  std::optional<std::uint64_t> most_bytes;
  std::vector<std::string> notes;
};

/// What has happened in the network at one instant. The numbers are those of the caller.
struct NetworkEvents {
  std::vector<std::uint32_t> arrived;   ///< letters that are there; in no particular order
  std::vector<std::uint32_t> released;  ///< processes whose send, held back before, is now finished
};

/// The messages that are under way in one prediction.
class Network {
 public:
  virtual ~Network() = default;

  [[nodiscard]] virtual MessageCost cost(const Letter& letter) const = 0;

  /// The sender has paid for the letter, which enters the network at `now`. True: the send is
  /// finished. False: the sender is held, and a later advance() releases it; until then it sends
  /// nothing else. `id` is the caller's, free again when the letter has arrived.
  virtual bool enter(std::uint32_t id, const Letter& letter, Picoseconds now) = 0;

  /// Whether the process takes in what comes: it waits for a message (having paid `listen`), is
  /// held in a send, or is complete. No process does so at the start; and after each letter that
  /// arrived for it a process that still listens says so again.
  virtual void listen(std::uint32_t process, bool does, Picoseconds now) = 0;

  /// When something happens next, if nothing is said meanwhile; kNever if nothing is under way.
  /// Asked when all of one instant has been said, so what that comes to may be left until now.
  [[nodiscard]] virtual Picoseconds next() = 0;

  /// Adds to `events` what happens at `now`, which is next() or earlier. Afterwards next() may
  /// be `now` again, for what follows at the same instant.
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

  /// An empty network. `host_of` has the host of every process. The machine outlives the network.
  [[nodiscard]] virtual std::unique_ptr<Network> make_network(
      std::span<const std::uint32_t> host_of) const = 0;
};

}  // namespace dps::machines
