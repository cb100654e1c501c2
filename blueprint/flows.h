/// Computes the possible messages of a program: senders, receivers and types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "blueprint/bundle.h"
#include "blueprint/flow.h"
#include "blueprint/process_set.h"
#include "blueprint/program.h"
#include "blueprint/reach.h"

namespace dps::blueprint {

/// A superset of the messages that may occur, as small as the text allows. An output counts for the
/// processes that can reach a functionality with it (Reach). ACK denotes all processes that may
/// send a type of the collection that fires, including senders of answers; ORIGIN for all that may
/// begin a request to which such a message belongs (RequestFlow). Stored as products of
/// sets, so that a million processes that send to each other need no more memory than two.
class Flows {
 public:
  /// If there would be more than `max_bundles`, the senders and receivers of answers are enlarged
  /// until few bundles suffice; the result is still a superset.
  Flows(const Program& program, const Reach& reach, std::size_t max_bundles = 4'000'000);

  /// The bundles in a fixed order: direct ones by O line, those to ORIGIN, then those to ACK.
  [[nodiscard]] const std::vector<Bundle>& bundles() const { return bundles_; }

 private:
  std::vector<Bundle> bundles_;
};

/// The flows of each process: the peers it connects to and the messages that it counts.
class FlowTable {
 public:
  FlowTable(const Program& program, const Flows& flows);

  /// The flows sorted by peer, mid and direction, without duplicates.
  [[nodiscard]] std::vector<Flow> flows_of(ProcessId process) const;
  /// The connections of a process: the other processes with which it may exchange messages, sorted.
  [[nodiscard]] std::vector<ProcessId> peers_of(ProcessId process) const;
  /// The bytes of the largest message that the process may receive.
  [[nodiscard]] std::uint64_t largest_arrival(ProcessId process) const;
  /// Number of pairs of processes that may exchange messages. Needs one bit of memory per pair of
  /// processes, so use it only for programs that are small enough to run.
  [[nodiscard]] std::uint64_t connection_count() const;

 private:
  /// An index from processes to bundles: small sets are listed by process, large sets are searched.
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
