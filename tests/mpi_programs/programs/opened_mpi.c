/* The library that opens_mpi.c opens. */
#include <mpi.h>

void run_mpi(void) {
  MPI_Init(0, 0);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
