/* Has a window in shared memory and exchanges messages until it is killed; "die N": rank N kills
 * itself after 100 of them. */
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int dies = argc > 2 ? atoi(argv[2]) : -1;
  int rank, size, got;
  void* memory;
  MPI_Win window;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate_shared(4096, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  for (int i = 0;; ++i) {
    if (rank == dies && i == 100)
      raise(SIGKILL);
    if (i > 100)
      usleep(1000); /* so that the logs remain short */
    MPI_Sendrecv(&i, 1, MPI_INT, (rank + 1) % size, 3, &got, 1, MPI_INT, MPI_ANY_SOURCE, 3,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
