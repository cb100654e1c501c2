/* Usage: many_threads THREADS: that many threads, each of which calls MPI, at one time. Meanwhile
 * the program opens ten files. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_barrier_t all;

static void* exchange(void* tag) {
  int sent = 1;
  int got;
  const int number = *(int*)tag;
  MPI_Sendrecv(&sent, 1, MPI_INT, 0, number, &got, 1, MPI_INT, 0, number, MPI_COMM_SELF,
               MPI_STATUS_IGNORE);
  pthread_barrier_wait(&all); /* all have called MPI */
  pthread_barrier_wait(&all); /* the files are open */
  return NULL;
}

int main(int argc, char** argv) {
  const int count = atoi(argv[1]);
  pthread_t* threads = malloc(sizeof(pthread_t) * (size_t)count);
  int* tags = malloc(sizeof(int) * (size_t)count);
  int provided;
  int opened = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  pthread_barrier_init(&all, NULL, (unsigned)count + 1);
  for (int i = 0; i < count; ++i) {
    tags[i] = i;
    pthread_create(&threads[i], NULL, exchange, &tags[i]);
  }
  pthread_barrier_wait(&all);
  for (int i = 0; i < 10; ++i)
    opened += fopen("/dev/null", "r") != NULL;
  pthread_barrier_wait(&all);
  for (int i = 0; i < count; ++i)
    pthread_join(threads[i], NULL);
  printf("%d files\n", opened);
  if (provided != MPI_THREAD_MULTIPLE)
    printf("no MPI_THREAD_MULTIPLE\n");
  MPI_Finalize();
  return 0;
}
