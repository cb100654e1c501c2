/* Phases, and a time without recording. "die": the last rank kills itself in a phase. */
#include <mpi.h>
#include <signal.h>

#include "mpi_programs/library/dps_mpi.h"

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  dps_phase("input");
  MPI_Barrier(MPI_COMM_WORLD);
  dps_phase("compute");
  if (argc > 1 && rank == size - 1)
    raise(SIGKILL);
  dps_compute(1000);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Pcontrol(0);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Pcontrol(1);
  dps_phase("input");
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
