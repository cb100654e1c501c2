/* The common code of the programs that call every function: the data of each rank, and the output
 * of received data. */
#ifndef EVERY_FUNCTION_H
#define EVERY_FUNCTION_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMost = 64 };

static int rank, size, next, before;
static MPI_Comm world;
static int mine[kMost], got[kMost];

static inline void show(const char* name, const int* data, int count) {
  printf("%d %s:", rank, name);
  for (int i = 0; i < count; ++i) {
    printf(" %d", data[i]);
  }
  printf("\n");
}

static inline void renew(void) {
  for (int i = 0; i < kMost; ++i) {
    mine[i] = 100 * rank + i;
    got[i] = -1;
  }
}

static inline void show_status(const char* name, const MPI_Status* status) {
  int words[4] = {status->MPI_SOURCE, status->MPI_TAG, 0, 0};
  MPI_Get_count(status, MPI_INT, &words[2]);
  MPI_Test_cancelled(status, &words[3]);
  words[0] = words[3] ? 0 : words[0]; /* Open MPI leaves the source of a cancelled one open */
  words[1] = words[3] ? 0 : words[1];
  words[2] = words[3] ? 0 : words[2];
  show(name, words, 4);
}

static inline void begin(int* argc, char*** argv) {
  MPI_Init(argc, argv);
  world = MPI_COMM_WORLD;
  MPI_Comm_rank(world, &rank);
  MPI_Comm_size(world, &size);
  next = (rank + 1) % size;
  before = (rank + size - 1) % size;
}

#endif
