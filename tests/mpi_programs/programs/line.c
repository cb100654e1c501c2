/* The ranks form a line, and each sends one int to both neighbours in four ways. Those at the ends
 * use MPI_PROC_NULL on one side. */
#include <mpi.h>

static int sent = 1, received;

static void pass(int to, int from) {
  MPI_Request pair[2];
  MPI_Irecv(&received, 1, MPI_INT, from, 1, MPI_COMM_WORLD, &pair[0]);
  MPI_Isend(&sent, 1, MPI_INT, to, 1, MPI_COMM_WORLD, &pair[1]);
  MPI_Waitall(2, pair, MPI_STATUSES_IGNORE);
  MPI_Irecv(&received, 1, MPI_INT, from, 2, MPI_COMM_WORLD, &pair[0]);
  MPI_Send(&sent, 1, MPI_INT, to, 2, MPI_COMM_WORLD);
  MPI_Wait(&pair[0], MPI_STATUS_IGNORE);
  MPI_Sendrecv(&sent, 1, MPI_INT, to, 3, &received, 1, MPI_INT, from, 3, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Send_init(&sent, 1, MPI_INT, to, 4, MPI_COMM_WORLD, &pair[1]);
  MPI_Start(&pair[1]);
  MPI_Recv(&received, 1, MPI_INT, from, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&pair[1], MPI_STATUS_IGNORE);
  MPI_Request_free(&pair[1]);
}

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int left = rank == 0 ? MPI_PROC_NULL : rank - 1;
  const int right = rank == size - 1 ? MPI_PROC_NULL : rank + 1;
  pass(right, left);
  pass(left, right);
  MPI_Finalize();
  return 0;
}
