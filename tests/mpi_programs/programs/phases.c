/* Phases, and a time without recording. */
#include <mpi.h>

#include "mpi_programs/library/dps_mpi.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  dps_phase("input");
  MPI_Barrier(MPI_COMM_WORLD);
  dps_phase("compute");
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
