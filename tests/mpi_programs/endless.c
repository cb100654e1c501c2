/* Exchanges messages until it is killed; "die N": rank N kills itself after 100 of them. */
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int dies = argc > 2 ? atoi(argv[2]) : -1;
  int rank, size, got;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0;; ++i) {
    if (rank == dies && i == 100)
      raise(SIGKILL);
    MPI_Sendrecv(&i, 1, MPI_INT, (rank + 1) % size, 3, &got, 1, MPI_INT, MPI_ANY_SOURCE, 3,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
