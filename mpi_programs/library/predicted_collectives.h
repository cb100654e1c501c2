/// Collective calls in virtual time.
#pragma once

#include <cstdint>

#include <mpi.h>

#include "mpi_programs/library/functions.h"

namespace dps::mpi_library {

/// Waits until all members of the communicator are in the same call. MPI then carries it out.
/// `bytes`: the argument of the call by which its time is computed.
void meet(Function function, MPI_Comm communicator, std::uint64_t bytes);
/// The same of the members of a window; 0 is none.
void meet_members(Function function, std::uint32_t window);
/// MPI has begun a collective operation that does not block, and has returned `code`: completing
/// its request takes virtual time from now on. Returns the code.
int begin_meeting(Function function, MPI_Comm communicator, std::uint64_t bytes, int code,
                  MPI_Request* request);
/// The same with an operation of this number.
int begin_own(std::int32_t number, MPI_Comm communicator, MPI_Request* request);
/// A call that waits for members that dps cannot know: it is carried out in real time, without
/// holding others back, and then all members of what it made meet.
void leave_for(Function function, MPI_Comm communicator);

}  // namespace dps::mpi_library
