/* mpi_hosts - every process names its host; then process 0 measures a message
 * round trip with each of the others. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  char name[MPI_MAX_PROCESSOR_NAME], all[64][MPI_MAX_PROCESSOR_NAME], b = 0;
  int n, rank, len, i, k;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Get_processor_name(name, &len);
  if (n > 64)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Gather(name, sizeof name, MPI_CHAR, all, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
  for (i = 1; i < n; ++i) {
    double t = 0;
    for (k = -5; k < 20; ++k) {
      if (k == 0)
        t = MPI_Wtime();
      if (rank == 0) {
        MPI_Send(&b, 1, MPI_CHAR, i, 0, MPI_COMM_WORLD);
        MPI_Recv(&b, 1, MPI_CHAR, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      } else if (rank == i) {
        MPI_Recv(&b, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&b, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
      }
    }
    if (rank == 0)
      printf("mpi: %s <-> %s round trip %.0f us\n", all[0], all[i], (MPI_Wtime() - t) / 20 * 1e6);
  }
  MPI_Finalize();
  return 0;
}
