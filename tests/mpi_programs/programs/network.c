/* Small exchanges for predictions on networks; the first argument selects one. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpi_programs/library/dps_mpi.h"

enum { kBytes = 64 };

static int rank, ranks;
static char data[kBytes];

/* A message to a rank that computes this many steps before it receives. */
static void message(int is_synchronous, double steps) {
  if (rank == 0) {
    if (is_synchronous) {
      MPI_Ssend(data, kBytes, MPI_CHAR, 1, 5, MPI_COMM_WORLD);
    } else {
      MPI_Send(data, kBytes, MPI_CHAR, 1, 5, MPI_COMM_WORLD);
    }
  } else if (rank == 1) {
    dps_compute(steps);
    MPI_Recv(data, kBytes, MPI_CHAR, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

static void test(void) {
  if (rank == 0) {
    MPI_Send(data, kBytes, MPI_CHAR, 1, 5, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Request request;
    MPI_Irecv(data, kBytes, MPI_CHAR, 0, 5, MPI_COMM_WORLD, &request);
    for (int is_there = 0; !is_there;) {
      MPI_Test(&request, &is_there, MPI_STATUS_IGNORE);
    }
  }
}

/* Each rank sends a long message to the one after the next, before it receives. */
static void circle(void) {
  char* big = calloc(2, 1 << 20);
  MPI_Request request;
  MPI_Isend(big, 1 << 20, MPI_CHAR, (rank + 2) % ranks, 7, MPI_COMM_WORLD, &request);
  MPI_Recv(big + (1 << 20), 1 << 20, MPI_CHAR, (rank + ranks - 2) % ranks, 7, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  free(big);
}

/* Computing on a core that others share, and the clock that shows it. */
static void computing(void) {
  const double begin = MPI_Wtime();
  dps_compute(100);
  const double time = MPI_Wtime() - begin;
  dps_phase("after");
  if (rank == 0) {
    printf("%.0f ns\n", time * 1e9);
  }
}

static void allreduce(void) {
  double value = rank, sum = 0;
  MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (strcmp(what, "send") == 0 || strcmp(what, "ssend") == 0) {
    message(what[1] == 's', argc > 2 ? atof(argv[2]) : 0);
  } else if (strcmp(what, "test") == 0) {
    test();
  } else if (strcmp(what, "circle") == 0) {
    circle();
  } else if (strcmp(what, "computing") == 0) {
    computing();
  } else {
    allreduce();
  }
  MPI_Finalize();
  return 0;
}
