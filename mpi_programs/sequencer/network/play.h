/// Collective operations that are under way, and the part of each member in them.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "base/time_units.h"
#include "mpi_programs/sequencer/network/collective_members.h"
#include "mpi_programs/sequencer/network/collective_steps.h"
#include "mpi_programs/sequencer/program_time.h"

namespace dps::sequencer {

/// The data that a member has brought.
struct Contribution {
  bool has_come = false;
  std::uint64_t bytes = 0;            ///< bytes of the whole, or of each block if `blocks` is empty
  std::vector<std::uint64_t> blocks;  ///< bytes, by receiver: its rank in its group
  std::uint64_t place = 0;            ///< its place in the arena
};

/// A message of an operation that has arrived.
struct ArrivedPart {
  Picoseconds receive;  ///< CPU time of taking it
  RankInstant due_to;   ///< the entry of a member, on which the start of its send depended
};

/// The k-th collective operation of a communicator.
struct CollectiveOperation {
  mpi_library::Function function = mpi_library::kNoFunction;
  std::int32_t root = 0;                        ///< a member, unless there are two groups
  SharedRoot shared_root;                       ///< the root of an operation of two groups
  std::int32_t first = 0;                       ///< the first rank that called
  std::pair<std::uint32_t, std::uint64_t> key;  ///< the communicator, and k
  CollectiveMembers members;
  std::vector<Contribution> contributions;
  std::uint32_t come = 0;  ///< the number of members that have called
  std::uint32_t gone = 0;  ///< the number of members that have their results
  /// The messages that have arrived and were not taken, by receiver and sender.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::deque<ArrivedPart>> arrived;

  /// Bytes of a step's message; the members that contribute them have called.
  [[nodiscard]] std::uint64_t bytes_of(const CollectiveStep& step) const {
    using StepSize = CollectiveStep::Size;
    if (step.size == StepSize::kNone) {
      return 0;
    }
    if (step.size == StepSize::kRange) {
      std::uint64_t bytes = 0;
      for (std::uint32_t member = step.of; member < step.block; ++member) {
        bytes += contributions[member].bytes;
      }
      return bytes;
    }
    const Contribution& of = contributions[step.of];
    return step.size == StepSize::kWhole || of.blocks.empty() ? of.bytes : of.blocks[step.block];
  }
};

enum class PlayPhase : std::uint8_t {
  kReady,      ///< begins its next step
  kPaying,     ///< CPU time of a send
  kHeld,       ///< held by the network
  kListening,  ///< CPU time before it waits
  kWaiting,    ///< waits for a message
  kWaking,     ///< the message has arrived
  kTaking,     ///< CPU time of the message
  kDone,
};

/// The part of a member: its steps, one after another. In a call that waits, the rank does the
/// steps; else they are done while the rank does something else, without using its core.
struct Play {
  std::uint64_t operation = 0;  ///< the collective operation
  std::int32_t rank = 0;
  std::uint32_t member = 0;
  std::int64_t begun = 0;     ///< the start of the call
  std::int32_t request = 0;   ///< the operation of the rank that it completes; 0: the rank waits
  bool is_collected = false;  ///< the rank requests the results
  std::vector<CollectiveStep> steps;
  std::size_t next = 0;
  PlayPhase phase = PlayPhase::kReady;
  RankInstant due_to;      ///< the entry of a member, on which its present step depends
  bool has_slept = false;  ///< it has waited for the message of this step

  [[nodiscard]] bool is_in_call() const { return request == 0; }
  [[nodiscard]] bool listens() const {
    return phase == PlayPhase::kWaiting || phase == PlayPhase::kHeld;
  }
};

}  // namespace dps::sequencer
