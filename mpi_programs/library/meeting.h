/// The collective operation of a prediction whose members have met. MPI carries it out; dps waits
/// if it plays the operation or lets ranks compute in turns.
#pragma once

#include "mpi_programs/library/functions.h"

namespace dps::mpi_library {

/// Called when MPI begins to carry out this function.
void begin_carrying_out(Function function);
/// Called at the end of each call: MPI has carried it out.
void end_meeting();

}  // namespace dps::mpi_library
