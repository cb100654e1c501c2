/* MPI_Iallreduce and MPI_Wait, one after the other.
 * usage: mpi_allreduce_peer BYTES OPERATIONS
 * Rank 0 prints the seconds of all operations. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int bytes = argc > 1 ? atoi(argv[1]) : 8;
  const int operations = argc > 2 ? atoi(argv[2]) : 1;
  const int count = bytes / (int)sizeof(long long);
  long long* out = calloc((size_t)count, sizeof(long long));
  long long* in = calloc((size_t)count, sizeof(long long));
  if (out == NULL || in == NULL) {
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  for (int i = 0; i < operations; ++i) {
    MPI_Request request;
    MPI_Iallreduce(out, in, count, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  if (rank == 0) {
    printf("%.9f\n", MPI_Wtime() - begin);
  }
  free(out);
  free(in);
  MPI_Finalize();
  return 0;
}
