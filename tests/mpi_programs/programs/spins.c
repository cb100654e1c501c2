/* Rank 0 exchanges a message with rank 2, then ends the loop in which rank 1 spins: with
 * MPI_Win_test until rank 0 has written into its window, with MPI_Win_sync until a word of shared
 * memory changes, or with MPI_Rget. usage: spins test|sync|get */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static void exchange(int rank) {
  int value = rank;
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 2, 1, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, 2, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (rank == 2) {
    MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
}

static void spin_on_window(int rank) {
  int *memory, value = 7, flag = 0, other = 1 - rank;
  MPI_Win window;
  MPI_Group all, one;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  if (rank < 2) {
    MPI_Group_incl(all, 1, &other, &one);
  }
  if (rank == 1) {
    MPI_Win_post(one, 0, window);
    while (!flag) {
      MPI_Win_test(window, &flag);
    }
    printf("got %d\n", *memory);
  } else {
    exchange(rank);
  }
  if (rank == 0) {
    MPI_Win_start(one, 0, window);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    MPI_Win_complete(window);
  }
  if (rank < 2) {
    MPI_Group_free(&one);
  }
  MPI_Group_free(&all);
  MPI_Win_free(&window);
}

static void spin_on_get(int rank) {
  int *memory, value = 0;
  MPI_Win window;
  MPI_Request request;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, window);
  if (rank == 1) {
    while (value == 0) {
      MPI_Rget(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    printf("got %d\n", value);
  } else {
    exchange(rank);
  }
  if (rank == 0) {
    value = 7;
    MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, window);
    MPI_Win_flush(0, window);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
}

static void spin_on_memory(int rank) {
  int* own;
  volatile int* word;
  int unit;
  MPI_Aint size;
  MPI_Win window;
  MPI_Win_allocate_shared(rank == 0 ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                          &own, &window);
  MPI_Win_shared_query(window, 0, &size, &unit, (void*)&word);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
  if (rank == 0) {
    *word = 0;
  }
  MPI_Win_sync(window);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    while (*word == 0) {
      MPI_Win_sync(window);
    }
    printf("got %d\n", *word);
  } else {
    exchange(rank);
  }
  if (rank == 0) {
    *word = 7;
    MPI_Win_sync(window);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
}

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char* what = argc > 1 ? argv[1] : "test";
  if (strcmp(what, "sync") == 0) {
    spin_on_memory(rank);
  } else if (strcmp(what, "get") == 0) {
    spin_on_get(rank);
  } else {
    spin_on_window(rank);
  }
  MPI_Finalize();
  return 0;
}
