/* Messages of 8 bytes as fast as possible: a ping-pong of the first two ranks, or a farm, whose
 * workers ask the first rank for tasks. Prints the seconds of real time and the messages of all
 * ranks. For Open MPI, dps predict and SMPI alike.
 * usage: mpi_messages pingpong|farm ROUNDS */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void ping_pong(int rank, int rounds) {
  double data = 0;
  for (int i = 0; i < rounds && rank < 2; ++i) {
    if (rank == 0) {
      MPI_Send(&data, 1, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD);
      MPI_Recv(&data, 1, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(&data, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(&data, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
    }
  }
}

static void farm(int rank, int ranks, int rounds) {
  double task = 0;
  MPI_Status status;
  if (rank > 0) {
    while (task >= 0) {
      MPI_Send(&task, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
      MPI_Recv(&task, 1, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return;
  }
  for (int done = 0, sent = 0; done < ranks - 1;) {
    MPI_Recv(&task, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status);
    task = sent < rounds ? sent++ : -1;
    done += task < 0;
    MPI_Send(&task, 1, MPI_DOUBLE, status.MPI_SOURCE, 2, MPI_COMM_WORLD);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int is_farm = argc > 1 && strcmp(argv[1], "farm") == 0;
  const int rounds = argc > 2 ? atoi(argv[2]) : 1000;
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = now();
  if (is_farm) {
    farm(rank, ranks, rounds);
  } else {
    ping_pong(rank, rounds);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    printf("%.6f %d\n", now() - begin, is_farm ? 2 * (rounds + ranks - 1) : 2 * rounds);
  }
  MPI_Finalize();
  return 0;
}
