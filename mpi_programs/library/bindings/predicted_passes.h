/// Functions whose arguments the library does not read, in a prediction: windows, files and dynamic
/// processes. Source: docs/programs.md, "What predictions do not have".
#pragma once

#include "mpi_programs/library/bindings/words.h"
#include "mpi_programs/library/functions.h"

namespace dps::mpi_library {

/// True for a function that may wait for other processes in real time: meanwhile virtual time
/// does not wait for its rank.
bool is_carried_out_in_real_time(Function function);

/// Called before MPI carries the call out: the members of a new window meet. Returns the error of a
/// function that predictions refuse, which is not to be carried out; else 0.
int begin_pass(Function function, const Words& words);
/// Called when MPI has carried the call out: the window has been made.
void end_pass(Function function);

}  // namespace dps::mpi_library
