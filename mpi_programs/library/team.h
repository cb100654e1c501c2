/// The recorded ranks of a program that runs on several hosts. One of those on dps's host, the
/// leader, compares their clocks and takes the logs of the others to dps.
/// Source: docs/protocol_board.md, "Several hosts".
#pragma once

#include <cstdint>

#include "mpi_programs/board/messages.h"
#include "mpi_programs/library/call.h"

namespace dps::mpi_library {

/// The connection of a rank to dps.
enum class TeamRole : std::uint32_t {
  kLeader,      ///< attached to the board, the first of its world
  kMember,      ///< attached
  kRemote,      ///< cannot reach the board
  kUnrecorded,  ///< reaches the board, but has no log
};

/// True if ranks of MPI_COMM_WORLD run on other hosts. All ranks find the same, without a message.
bool has_other_hosts();

/// The part of board::Grant that ranks on other hosts get, too.
struct RecordingTerms {
  std::uint64_t records = 0;  ///< the most records of each thread
  std::uint64_t samples = 0;  ///< 1: the first thread is sampled
};

/// Called in MPI_Init: the ranks meet and compare their clocks. Returns the terms of this rank;
/// terms without records mean that it has met no leader. `terms`: those that dps has granted. Sends
/// nothing to ranks without this library, and waits for them at most 5 s.
RecordingTerms meet(const board::Attach& self, TeamRole role, const RecordingTerms& terms,
                    int connection);

/// Called in MPI_Finalize when the logs are complete: sends them to dps. `threads`: see
/// CallingThread::next.
void hand_over_logs(const CallingThread* threads);

}  // namespace dps::mpi_library
