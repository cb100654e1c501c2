/* A ping-pong between two ranks, in plain MPI. usage: mpirun -n 2 mpi_ping_pong_peer BYTES ROUNDS
 * Prints: half_round_trip_ns <number>. */
#include <stdio.h>
#include <stdlib.h>

#include "mpi_ping_pong.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int bytes = argc > 2 ? atoi(argv[1]) : 0;
  char* const body = calloc((size_t)bytes + 1, 1);
  if (argc != 3 || body == NULL) {
    fputs("usage: mpirun -n 2 mpi_ping_pong_peer BYTES ROUNDS\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 2);
    return 2;
  }
  const double figure = plain_half_round_trip_ns(MPI_COMM_WORLD, body, bytes, atoi(argv[2]));
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    printf("half_round_trip_ns %.1f\n", figure);
  }
  free(body);
  MPI_Finalize();
  return 0;
}
