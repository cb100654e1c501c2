#include "mpi_ping_pong.h"

double plain_half_round_trip_ns(MPI_Comm group, void* body, int bytes, int rounds) {
  int rank = 0;
  MPI_Comm_rank(group, &rank);
  const int warm_up = rounds / 10 + 1;
  double begin = MPI_Wtime();
  for (int i = 0; i < warm_up + rounds; ++i) {
    if (i == warm_up) {
      begin = MPI_Wtime();
    }
    if (rank == 0) {
      MPI_Send(body, bytes, MPI_BYTE, 1, 0, group);
      MPI_Recv(body, bytes, MPI_BYTE, 1, 0, group, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(body, bytes, MPI_BYTE, 0, 0, group, MPI_STATUS_IGNORE);
      MPI_Send(body, bytes, MPI_BYTE, 0, 0, group);
    }
  }
  return (MPI_Wtime() - begin) * 1e9 / 2 / rounds;
}
