/// This process as a rank: it introduces itself to dps, and makes the logs of its threads.
#pragma once

#include <mpi.h>

namespace dps::mpi_library {

/// Before MPI_Init: reports an MPI that the library does not know to dps. Nothing is recorded then.
void check_mpi();
/// After MPI_Init, and before MPI_Finalize. Ranks on other hosts than dps's meet those that attach;
/// their logs go to dps in detach().
void attach();
void detach();

}  // namespace dps::mpi_library
