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
  std::uint64_t not_sent = 0;  ///< received messages whose send is not known
};

/// Matches sends with receives. Source: docs/protocol_board.md, "Records". Sends to MPI_PROC_NULL,
/// and receives that are cancelled or not complete, are not messages.
Matching match_messages(const RecordedProgram& program);

/// A call that waited until another rank made a call: the last entry into a collective operation,
/// the post of the receive of a message that was being sent, or the send for which a probe waited.
struct Release {
  std::uint32_t call = 0;
  Ticks at = 0;                    ///< the time of the other rank's call
  std::uint32_t communicator = 0;  ///< of the other rank's call
  std::uint16_t function = 0;      ///< likewise
  std::uint16_t thread = 0;        ///< likewise
  std::uint32_t last = 0;          ///< the other rank, as a position
};

/// Returns the releases of each rank in the order of their calls; a call has only its last one.
std::vector<std::vector<Release>> find_releases(const RecordedProgram& program,
                                                const Matching& matching);

/// Sets RecordedCall::idle, at most the call's time: of a call that completes receives, the time
/// until the last of these messages was sent; of a call that completes a collective operation,
/// until its last member entered; of a blocking send, or of a call that completes another one,
/// until its receive was posted, if the call lasted until then; of a probe, until the message was
/// sent. Polls that found nothing are idle until the instant at which the success of the next call
/// at their site was possible. Marks idle times below the error of the clocks
/// (RecordedCall::idle_is_unsure).
void find_idle_times(RecordedProgram& program, const Matching& matching);

}  // namespace dps::mpi_profiles
