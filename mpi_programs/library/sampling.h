/// Samples the computation of the first thread of a rank between its calls: its place each time
/// that it has used some CPU time. Source: docs/protocol_board.md, "Samples".
#pragma once

#include "mpi_programs/library/calling_thread.h"

namespace dps::mpi_library {

/// Begins to sample this thread, whose log is `thread`, if the system has a timer for it and the
/// program leaves a signal free; the header of the log records the outcome. The timer counts CPU
/// time, so that it never ends a sleep.
void begin_sampling(CallingThread& thread);

/// Ends the sampling, and names the code that has been loaded meanwhile.
void end_sampling();

/// Called in a child by fork, which has no timer.
void leave_sampling();

}  // namespace dps::mpi_library
