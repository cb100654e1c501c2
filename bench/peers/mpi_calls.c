/* Prints the time of a call of MPI in nanoseconds: messages of a rank to itself, by MPI_Irecv,
 * MPI_Send and MPI_Wait. Usage: mpi_calls_peer ROUNDS */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rounds = argc > 1 ? atoi(argv[1]) : 1000000;
  int value = 0;
  const double begin = MPI_Wtime();
  for (int i = 0; i < rounds; ++i) {
    MPI_Request request;
    MPI_Irecv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);
    MPI_Send(&i, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  printf("%.3f\n", (MPI_Wtime() - begin) / rounds / 3 * 1e9);
  MPI_Finalize();
  return 0;
}
