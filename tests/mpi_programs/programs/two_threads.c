/* Two threads of rank 0 receive at one time, though MPI provides no such level of threads; rank 1
   calls nothing until it is ended. */
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

static void* receive(void* tag) {
  int value;
  MPI_Recv(&value, 1, MPI_INT, 0, *(int*)tag, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  return NULL;
}

int main(int argc, char** argv) {
  int tags[2] = {1, 2}, provided, rank;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) {
    pause();
  }
  pthread_create(&thread, NULL, receive, &tags[1]);
  receive(&tags[0]);
  pthread_join(thread, NULL);
  MPI_Finalize();
  return 0;
}
