/* Threads that begin after one another: each sends a message to its own rank. Prints how many more
   files the process has open than before the last hundred of them. */
#include <dirent.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static void* send_to_itself(void* unused) {
  int value = 0;
  MPI_Sendrecv(&value, 1, MPI_INT, 0, 5, &value, 1, MPI_INT, 0, 5, MPI_COMM_SELF,
               MPI_STATUS_IGNORE);
  return unused;
}

static void run_threads(int count) {
  for (int i = 0; i < count; ++i) {
    pthread_t thread;
    pthread_create(&thread, NULL, send_to_itself, NULL);
    pthread_join(thread, NULL);
  }
}

static int open_files(void) {
  int count = 0;
  DIR* folder = opendir("/proc/self/fd");
  while (folder != NULL && readdir(folder) != NULL) {
    ++count;
  }
  closedir(folder);
  return count;
}

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  run_threads(100);
  const int before = open_files();
  run_threads(100);
  printf("%d more files\n", open_files() - before);
  MPI_Finalize();
  return 0;
}
