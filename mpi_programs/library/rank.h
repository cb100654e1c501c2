/// This process as a rank: it introduces itself to dps, and makes the logs of its threads.
#pragma once

#include <mpi.h>

namespace dps::mpi_library {

/// True if the program has an MPI that the library does not know, which the first call reports to
/// dps. Nothing is recorded then. Works before MPI_Init.
bool is_foreign_mpi();
/// After MPI_Init, and before MPI_Finalize. Ranks on other hosts than dps's meet those that attach;
/// their logs go to dps in detach().
void attach();
void detach();

}  // namespace dps::mpi_library
