/// Collective calls in virtual time.
#pragma once

#include <cstdint>

#include <mpi.h>

#include "mpi_programs/library/functions.h"

namespace dps::mpi_library {

/// Waits until all members of the communicator are in the same call. MPI then carries it out.
/// `bytes`: the argument of the call by which its time is computed.
void meet(Function function, MPI_Comm communicator, std::uint64_t bytes);
/// A call that waits for members that dps cannot know: it is carried out in real time, without
/// holding others back, and then all members of what it made meet.
void leave_for(Function function, MPI_Comm communicator);

}  // namespace dps::mpi_library
