/// Matches the messages of a program after its run, and finds for how long its calls only waited.
#pragma once

#include <cstdint>
#include <vector>

#include "mpi_programs/analysis/recorded_program.h"

namespace dps::mpi_profiles {

/// A message that was sent and received. Ranks are positions in RecordedProgram::ranks, calls in
/// RecordedRank::calls.
struct MatchedMessage {
  std::uint32_t sender = 0;
  std::uint32_t sent = 0;  ///< the call that sent it
  std::uint32_t receiver = 0;
  std::uint32_t posted = 0;  ///< the call that posted its receive
};

/// A probe that found a message before its receive took it.
struct ProbedMessage {
  std::uint32_t call = 0;     ///< of the receiver
  std::uint32_t message = 0;  ///< position in Matching::messages
};

/// The messages of a program, and the ends of messages that have no other end.
struct Matching {
  std::vector<MatchedMessage>
      messages;  ///< by communicator, sender, receiver, tag, and in their order
  std::vector<ProbedMessage> probed;
  std::uint64_t not_received = 0;
  std::uint64_t not_sent = 0;  ///< received, while their send is not known
};

/// Source: docs/protocol_board.md, "Records". Sends to MPI_PROC_NULL, cancelled receives and those
/// that are not complete are no messages.
Matching match_messages(const RecordedProgram& program);

/// A call that waited until another rank made a call: it entered a collective operation last, it
/// posted the receive of a message that was being sent, or it began to send what a probe waited
/// for.
struct Release {
  std::uint32_t call = 0;
  Ticks at = 0;                    ///< when the other rank made its call
  std::uint32_t communicator = 0;  ///< of the other rank's call
  std::uint16_t function = 0;      ///< likewise
  std::uint16_t thread = 0;        ///< likewise
  std::uint32_t last = 0;          ///< the other rank, as a position
};

/// Returns the releases of each rank in the order of their calls; for each call the last one.
std::vector<std::vector<Release>> find_releases(const RecordedProgram& program,
                                                const Matching& matching);

/// Sets RecordedCall::idle: of a call that completes receives, the time until the last of these
/// messages was sent; of a call that completes a collective operation, the time until its last
/// member came; of a send that blocks, or of a call that completes one that does not, the time
/// until its receive was posted, if it lasted so long; of a probe, until the message was sent; at
/// most the call's time. Polls that found nothing are idle until what the next call at their site
/// found was there. An idle time that other ranks' clocks do not show for sure is marked
/// (RecordedCall::idle_is_unsure).
void find_idle_times(RecordedProgram& program, const Matching& matching);

}  // namespace dps::mpi_profiles
