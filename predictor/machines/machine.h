/// The interface of machine models: hosts, the costs of computing and of messages, and a network
/// that determines the arrival of each message, depending on the other messages in transit.
///
/// The caller owns the clock and the processes. Times are whole picoseconds. A model is
/// deterministic: the same sequence of calls returns the same values on every platform.
/// Errors: none; a machine file is checked when it is read.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/time_units.h"
#include "predictor/machines/wide.h"

namespace dps::operations {
struct ProcessorTimings;  // base/operations/processor_timings.h
}  // namespace dps::operations

namespace dps::machines {

using operations::ProcessorTimings;
struct Datasheet;  // kinds/datasheet/datasheet.h
class Topology;    // hosts, routers, links, and the route between two hosts

/// A host of the model.
struct MachineHost {
  std::string name;
  std::string type;            ///< architecture; empty: satisfies no `TYPE =`
  std::uint64_t speed = 1000;  ///< relative: a host of speed 2000 computes twice as fast
  std::uint32_t cores = 1;
  std::optional<std::uint64_t> memory;  ///< bytes
  /// The time of a turn, if its processes use the cores in turns; 0: they share them evenly at any
  /// moment.
  Picoseconds turn{};

  bool operator==(const MachineHost&) const = default;
};

/// The data of a message that a network needs. `from` and `to` are numbers of processes.
struct Letter {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t bytes = 0;
  bool packed = true;  ///< packed and unpacked; else the buffer is sent without copying
  bool xdr = true;     ///< packed as XDR
};

/// CPU time for one message, independent of the host's speed. The sender pays `pack` and `send`
/// before the message enters the network; then, once the network does not block its send, `after`,
/// with which the send ends. The receiver pays `receive` and `unpack` when it takes the message
/// after its arrival, which may be before the end of the send.
struct MessageCost {
  Picoseconds pack;
  Picoseconds send;
  Picoseconds receive;
  Picoseconds unpack;
  Picoseconds after{};
};

enum class WorkKind : std::uint8_t {
  kCompute,   ///< seconds of CPU time on a host of speed 1000
  kMultiply,  ///< double-precision multiplications
};

struct WaitingCost {
  /// CPU time that a process pays each time before it waits, and before it listens to the network.
  Picoseconds listen;
  /// Delay from the arrival of a message until a process that was already waiting for it runs.
  Picoseconds wakeup;
  /// If false, Network::listen() has no effect, and Network::cost() depends on the letter alone.
  bool network_listens = true;
  /// CPU time of one test or probe of an MPI program; nullopt: the machine does not specify it.
  std::optional<Picoseconds> poll{};
  /// The delay that replaces `wakeup` if the process has waited for `rest` or longer, and its host
  /// has a core that nobody uses; nullopt: the same delay.
  struct Rested {
    Picoseconds rest;
    Picoseconds wakeup;

    bool operator==(const Rested&) const = default;
  };
  std::optional<Rested> rested{};
};

/// The predictions that an assumption can affect.
enum class Affects : std::uint8_t { kAll, kPackedMessages, kMultiplications, kTerrain };

struct MachineNote {
  std::string text;
  Affects affects = Affects::kAll;

  bool operator==(const MachineNote&) const = default;
};

/// The properties of a machine that results and reports show.
struct MachineSummary {
  std::string kind;  ///< the name of the kind of its file: "native", "architecture", "datasheet"
  std::string name;
  /// The range of message sizes for which the costs were measured, if the machine file has it.
  std::optional<std::uint64_t> least_bytes;
  std::optional<std::uint64_t> most_bytes;
  std::vector<MachineNote> notes;  ///< assumptions
  /// The range of numbers of processes for which the costs were measured, if they depend on it.
  std::optional<std::uint64_t> least_processes{};
  std::optional<std::uint64_t> most_processes{};
  /// The reason for which nothing can be predicted on this machine; empty: none.
  std::string lacks{};
};

/// The parts that only some kinds of machines have. The machine owns them.
struct MachineParts {
  const Datasheet* sheet = nullptr;    ///< null: not a data sheet
  const Topology* topology = nullptr;  ///< null: the kind has no links
  Picoseconds setup{};                 ///< passes before the first process begins
  bool has_packets = false;            ///< the messages on the topology are no flows
};

/// Events in the network at one instant.
struct NetworkEvents {
  std::vector<std::uint32_t> arrived;   ///< ids of letters, in no particular order
  std::vector<std::uint32_t> released;  ///< processes whose send is no longer blocked
};

/// The traffic of a link.
struct LinkLoad {
  std::uint32_t link = 0;   ///< its number in the topology
  std::uint64_t bytes = 0;  ///< with the headers of packets
  Picoseconds busy;         ///< the time that these bytes take at the link's bandwidth
};

/// A letter that holds a link and waits for another one, which the next letter of a cycle holds.
struct BlockedLetter {
  std::uint32_t letter = 0;
  std::uint32_t holds = 0;      ///< a link
  std::uint32_t waits_for = 0;  ///< a link

  bool operator==(const BlockedLetter&) const = default;
};

/// The state of a network at the end of a prediction.
struct NetworkReport {
  std::vector<LinkLoad> links;  ///< links with any traffic, the busiest first, then by number
  /// The letters that block one another for ever: a cycle, from its oldest letter; empty if none
  /// do.
  std::vector<BlockedLetter> blocked;
  std::vector<std::string> notes;  ///< such as formulas that failed
};

/// Receives the intervals in which links are occupied, for traces. Only networks whose messages are
/// packets call it: flows do not occupy a link.
class LinkObserver {
 public:
  virtual ~LinkObserver() = default;

  /// Called when the packets of a letter occupied the link; the intervals of a link do not overlap.
  virtual void occupied(std::uint32_t link, std::uint32_t letter, Picoseconds from,
                        Picoseconds to) = 0;
};

/// The state of the network during one prediction.
class Network {
 public:
  virtual ~Network() = default;

  [[nodiscard]] virtual MessageCost cost(const Letter& letter) const = 0;

  /// Lets the letter enter the network at `now`. Returns false if its sender is blocked: it sends
  /// nothing else until an advance() releases it. The caller chooses `id` and may reuse it after
  /// the letter has arrived.
  virtual bool enter(std::uint32_t id, const Letter& letter, Picoseconds now) = 0;

  /// Sets whether the process reads from the network: it does while it waits for a message (after
  /// it has paid `listen`), is blocked in a send, or is complete. Initially no process listens. An
  /// arrival ends listening, so a process that continues to listen calls this again.
  virtual void listen(std::uint32_t process, bool does, Picoseconds now) = 0;

  /// The instant of the next event, provided that there are no calls of enter() or listen() before;
  /// kNever if there is none. Called after all enter() and listen() of the current instant.
  [[nodiscard]] virtual Picoseconds next() = 0;

  /// Appends the events at `now`, which must not be later than next(). next() may then return `now`
  /// again.
  virtual void advance(Picoseconds now, NetworkEvents& events) = 0;

  /// Called at the end of the prediction, or when no event is left.
  [[nodiscard]] virtual NetworkReport report() const = 0;
};

/// A model of hosts and a network. Immutable, so that predictions can share it.
class Machine {
 public:
  virtual ~Machine() = default;

  [[nodiscard]] virtual MachineSummary summary() const = 0;

  [[nodiscard]] virtual MachineParts parts() const = 0;

  /// The hosts to which processes are assigned. If there are none, each process has a host of its
  /// own, with the number of the process, one core and a speed of 1000.
  [[nodiscard]] virtual std::span<const MachineHost> hosts() const = 0;

  [[nodiscard]] virtual WaitingCost waiting_cost() const = 0;

  /// CPU time of the work on an otherwise idle core of `host`; kNever if it exceeds virtual time.
  [[nodiscard]] virtual Picoseconds work_cost(std::uint32_t host, WorkKind kind,
                                              double amount) const = 0;

  /// The times of single operations on the host; null: not known. The machine owns them.
  [[nodiscard]] virtual const ProcessorTimings* timings(std::uint32_t host) const = 0;

  /// An empty network. `host_of` contains the host of each process. The network borrows it, the
  /// machine and the observer, which may be null.
  [[nodiscard]] virtual std::unique_ptr<Network> make_network(
      std::span<const std::uint32_t> host_of, LinkObserver* observer) const = 0;
};

}  // namespace dps::machines
