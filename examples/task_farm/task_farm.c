/* A task farm over MPI: a farmer (rank 0) has packets of work, workers ask it for them, compute,
   and send their results to a sink (the last rank). The lengths of the tasks differ, so who gets
   which task depends on times: the farmer and the sink receive from MPI_ANY_SOURCE.

   The dissertation on the prediction of MPI programs has such a farm in section 6.5.2: workers on a
   Cray T3D are in MPI for 15 to 30 % of their time, and on workstations at an Ethernet for more
   than ten times as long as they compute. Look at the workers: their share of time in MPI, which is
   largest at the start, where all ask at once; and at the farmer, which is the bottleneck once
   workers wait for each other at it.

       mpicc task_farm.c -o task_farm -lm $(pkg-config --cflags dps-mpi)
       dps predict --machine cray_t3d -- mpirun -n 8 ./task_farm
       dps sweep --machine cray_t3d --set p=3..16 --scale p -- mpirun -n {p} ./task_farm

   task_farm [TASKS [STEPS]]: 200 tasks of 600 steps on average, exponentially distributed. */
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "dps_mpi.h"

enum { kElements = 10, kAsk = 1, kTask, kResult };

/* Uniform in (0, 1), from the seed 1: the same tasks on every computer. */
static double next_random(void) {
  static uint64_t state = 1;
  state = state * 6364136223846793005U + 1442695040888963407U;
  return ((double)(state >> 11) + 0.5) / 9007199254740992.0;
}

/* A task has its length in its first element; a negative one is the end. */
static void farm(int workers, int tasks, double steps) {
  double packet[kElements] = {0};
  for (int ended = 0, sent = 0; ended < workers;) {
    MPI_Status from;
    MPI_Recv(NULL, 0, MPI_DOUBLE, MPI_ANY_SOURCE, kAsk, MPI_COMM_WORLD, &from);
    packet[0] = sent < tasks ? floor(-steps * log(next_random())) : -1;
    sent += sent < tasks;
    ended += packet[0] < 0;
    MPI_Send(packet, kElements, MPI_DOUBLE, from.MPI_SOURCE, kTask, MPI_COMM_WORLD);
  }
}

static void work(int sink) {
  for (;;) {
    double packet[kElements];
    MPI_Send(NULL, 0, MPI_DOUBLE, 0, kAsk, MPI_COMM_WORLD);
    MPI_Recv(packet, kElements, MPI_DOUBLE, 0, kTask, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (packet[0] < 0) {
      return;
    }
    dps_compute(packet[0]);
    MPI_Send(packet, kElements, MPI_DOUBLE, sink, kResult, MPI_COMM_WORLD);
  }
}

static void collect(int tasks) {
  double sum = 0;
  for (int i = 0; i < tasks; ++i) {
    double packet[kElements];
    MPI_Recv(packet, kElements, MPI_DOUBLE, MPI_ANY_SOURCE, kResult, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    sum += packet[0];
  }
  printf("%d results, %.0f steps\n", tasks, sum);
}

int main(int argc, char** argv) {
  int rank = 0, ranks = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int tasks = argc > 1 ? atoi(argv[1]) : 200;
  const double steps = argc > 2 ? atof(argv[2]) : 600;
  if (ranks < 3) {
    fprintf(stderr, "task_farm needs a farmer, a worker and a sink: three ranks\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  if (rank == 0) {
    farm(ranks - 2, tasks, steps);
  } else if (rank < ranks - 1) {
    work(ranks - 1);
  } else {
    collect(tasks);
  }
  MPI_Finalize();
  return 0;
}
