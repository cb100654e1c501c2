/// Collective calls in virtual time.
#pragma once

#include <cstdint>

#include <mpi.h>

#include "mpi_programs/library/functions.h"

namespace dps::mpi_library {

/// Waits until all members of the communicator are in the same call. MPI then carries it out.
/// `bytes`: the argument of the call by which its time is computed.
void meet(Function function, MPI_Comm communicator, std::uint64_t bytes);
/// Does the same for the members of a window; 0: none.
void meet_members(Function function, std::uint32_t window);
/// Called when MPI has begun a non-blocking collective operation and returned `code`: completing
/// its request takes virtual time from now on. Returns `code`.
int begin_meeting(Function function, MPI_Comm communicator, std::uint64_t bytes, int code,
                  MPI_Request* request);
/// Does the same with an operation of this number.
int begin_own(std::int32_t number, MPI_Comm communicator, MPI_Request* request);
/// Called for a call that waits for members unknown to dps: MPI carries it out in real time,
/// without delaying other ranks, and then all members of the new communicator meet.
void leave_for(Function function, MPI_Comm communicator);

}  // namespace dps::mpi_library
