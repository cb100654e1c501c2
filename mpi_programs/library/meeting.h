/// The collective operation of a prediction whose members have met: MPI carries it out, and dps
/// waits, if it plays the operation or lets ranks compute in turns.
#pragma once

#include "mpi_programs/library/functions.h"

namespace dps::mpi_library {

/// MPI carries out this function from now on.
void begin_carrying_out(Function function);
/// MPI has carried out the call. To be called at the end of each call.
void end_meeting();

}  // namespace dps::mpi_library
