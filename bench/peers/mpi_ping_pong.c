#include "mpi_ping_pong.h"

/* Buffers, one behind the other. */
struct buffers {
  char* memory;
  long size, step, at;
};

static double half_round_trip_ns(MPI_Comm group, struct buffers* from, int bytes, int rounds) {
  int rank = 0;
  MPI_Comm_rank(group, &rank);
  const int warm_up = rounds / 10 + 1;
  double begin = MPI_Wtime();
  for (int i = 0; i < warm_up + rounds; ++i) {
    char* const body = from->memory + from->at;
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
    from->at += from->step;
    from->at = from->at + bytes <= from->size ? from->at : 0;
  }
  return (MPI_Wtime() - begin) * 1e9 / 2 / rounds;
}

double plain_half_round_trip_ns(MPI_Comm group, void* body, int bytes, int rounds) {
  struct buffers one = {body, bytes, 0, 0};
  return half_round_trip_ns(group, &one, bytes, rounds);
}

double plain_cold_half_round_trip_ns(MPI_Comm group, char* memory, long size, int bytes,
                                     int rounds) {
  static long at = 0; /* goes on where the call before ended, so that no buffer is in a cache */
  const long page = 4096;
  struct buffers many = {memory, size, (bytes + 63L) / 64 * 64 + page, at + bytes <= size ? at : 0};
  const double figure = half_round_trip_ns(group, &many, bytes, rounds);
  at = many.at;
  return figure;
}
