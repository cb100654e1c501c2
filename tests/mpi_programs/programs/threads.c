/* In each of two ranks, the main thread and another one send messages to the other rank. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static int other;

static void* exchange(void* tag) {
  int value = 0;
  for (int i = 0; i < 20; ++i) {
    MPI_Sendrecv(&i, 1, MPI_INT, other, *(int*)tag, &value, 1, MPI_INT, other, *(int*)tag,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  return NULL;
}

int main(int argc, char** argv) {
  int provided, rank, tags[2] = {1, 2};
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided != MPI_THREAD_MULTIPLE) {
    printf("no MPI_THREAD_MULTIPLE\n");
    MPI_Finalize();
    return 0;
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
  pthread_t thread;
  pthread_create(&thread, NULL, exchange, &tags[1]);
  exchange(&tags[0]);
  pthread_join(thread, NULL);
  MPI_Finalize();
  return 0;
}
