/// The messages between the members of a team: bytes, and the logs of ranks on other hosts, which
/// the leader passes on to dps.
#pragma once

#include <cstddef>

#include "mpi_programs/board/messages.h"
#include "mpi_programs/library/call.h"

namespace dps::mpi_library {

void send_bytes(MPI_Comm team, int member, const void* bytes, std::size_t size, int tag);
/// Returns false if MPI has reported an error.
bool receive_bytes(MPI_Comm team, int member, void* bytes, std::size_t size, int tag);

/// Sends the logs of all threads of this rank to the leader.
void send_logs(MPI_Comm team, const CallingThread* threads);

/// The leader receives the logs of a member, and sends them to dps over the connection. `of`
/// introduces the rank of the member.
void pass_logs_on(MPI_Comm team, int member, const board::Attach& of, int connection);

}  // namespace dps::mpi_library
