/// Who may send what to whom, from the text alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "base/ids.h"
#include "blueprint/process_set.h"
#include "blueprint/program.h"
#include "blueprint/reach.h"

namespace dps::blueprint {

/// Every sender may send the type to every receiver, by one O line.
struct Bundle {
  std::uint32_t definition = 0;  ///< of the O line
  ProcessSet senders;
  MessageId mid{};
  ProcessSet receivers;
  bool others = false;      ///< but not to itself
  std::uint64_t bytes = 0;  ///< of the largest message
  bool answers = false;     ///< sent to ACK
};

/// All messages that may occur, and as few more as can be: an output counts for the processes that
/// can reach a functionality with it (Reach); `ACK` goes to whoever may send that process a type of
/// the firing collection, answers to answers included. Kept as products of sets, so that a million
/// processes that send to one another cost no more than two.
class Flows {
 public:
  /// Beyond `max_bundles` the senders and receivers of answers are widened to what few bundles can
  /// say; still no message can occur outside them.
  Flows(const Program& program, const Reach& reach, std::size_t max_bundles = 4'000'000);

  /// In a fixed order: direct ones by O line, then answers.
  [[nodiscard]] const std::vector<Bundle>& bundles() const { return bundles_; }

 private:
  std::vector<Bundle> bundles_;
};

/// One type that a process may send to a peer or get from it. A message to itself is both.
struct Flow {
  ProcessId peer{};
  MessageId mid{};
  bool outgoing = false;

  bool operator==(const Flow&) const = default;
  bool operator<(const Flow& other) const {
    return std::tie(peer, mid, outgoing) < std::tie(other.peer, other.mid, other.outgoing);
  }
};

/// The flows process by process: what each connects to, prepares for and counts.
class FlowTable {
 public:
  FlowTable(const Program& program, const Flows& flows);

  /// By peer, mid and direction, each once.
  [[nodiscard]] std::vector<Flow> flows_of(ProcessId process) const;
  /// The processes that it may talk with, ascending, without itself: its connections.
  [[nodiscard]] std::vector<ProcessId> peers_of(ProcessId process) const;
  /// Bytes of the largest message that may come to it.
  [[nodiscard]] std::uint64_t largest_arrival(ProcessId process) const;
  /// Pairs of processes that may talk. Takes a bit of memory for each pair that there could be, so
  /// it is for programs that can be run.
  [[nodiscard]] std::uint64_t connection_count() const;

 private:
  /// Which bundles concern a process: looked up if the set is small, tried if it is large.
  struct Side {
    std::vector<std::vector<std::uint32_t>> narrow;  ///< by process
    std::vector<std::uint32_t> wide;
  };

  void enter(Side& side, const ProcessSet& set, std::uint32_t bundle);
  template <typename Visit>
  void visit(ProcessId process, bool outgoing, Visit visit) const;

  const std::vector<Bundle>& bundles_;  // borrowed; outlives this object
  Side sent_;
  Side taken_;
};

}  // namespace dps::blueprint
