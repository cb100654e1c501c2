/* Rank 1 comes late to a collective operation and to a message. */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char** argv) {
  int rank, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    usleep(300000);
  }
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 1) {
    usleep(100000);
    MPI_Send(&sum, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
  } else if (rank == 0) {
    MPI_Recv(&sum, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
