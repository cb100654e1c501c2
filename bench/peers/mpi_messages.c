/* Messages whose prediction is measured, by dps and by SMPI.
 * mpi_messages_peer ping_pong ROUNDS   ranks 0 and 1 exchange 2 * ROUNDS messages of 8 bytes
 * mpi_messages_peer farm TASKS         rank 0 sends TASKS tasks of 1,000 bytes, each to the worker
 *                                      that has answered; 2 * TASKS messages, and one more for each
 *                                      worker, which ends it */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static void ping_pong(int rank, long rounds) {
  double ball = 0;
  for (long i = 0; i < rounds && rank < 2; ++i) {
    if (rank == 0) {
      MPI_Send(&ball, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    }
    MPI_Recv(&ball, 1, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1) {
      MPI_Send(&ball, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    }
  }
}

enum { kTask = 1, kEnd = 2 };

static void master(int workers, long tasks) {
  static char task[1000];
  double answer = 0;
  long sent = 0;
  for (int worker = 1; worker <= workers; ++worker) {
    MPI_Send(task, sizeof(task), MPI_BYTE, worker, sent++ < tasks ? kTask : kEnd, MPI_COMM_WORLD);
  }
  for (long answered = 0; answered < tasks; ++answered) {
    MPI_Status status;
    MPI_Recv(&answer, 1, MPI_DOUBLE, MPI_ANY_SOURCE, kTask, MPI_COMM_WORLD, &status);
    MPI_Send(task, sizeof(task), MPI_BYTE, status.MPI_SOURCE, sent++ < tasks ? kTask : kEnd,
             MPI_COMM_WORLD);
  }
}

static void worker(void) {
  static char task[1000];
  const double answer = 1;
  for (;;) {
    MPI_Status status;
    MPI_Recv(task, sizeof(task), MPI_BYTE, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    if (status.MPI_TAG == kEnd) {
      return;
    }
    MPI_Send(&answer, 1, MPI_DOUBLE, 0, kTask, MPI_COMM_WORLD);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const long count = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
  if (argc > 1 && strcmp(argv[1], "ping_pong") == 0 && size >= 2) {
    ping_pong(rank, count);
  } else if (argc > 1 && strcmp(argv[1], "farm") == 0 && rank == 0) {
    master(size - 1, count);
  } else if (argc > 1 && strcmp(argv[1], "farm") == 0) {
    worker();
  }
  MPI_Finalize();
  return 0;
}
