/* Collective operations that block and that do not, in several communicators. The rank 1 comes late
 * to an MPI_Iallreduce. */
#include <mpi.h>
#include <unistd.h>

static void in_halves(int rank, int size) {
  int mine = rank;
  int all[16];
  int place;
  MPI_Comm half;
  MPI_Comm both;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  MPI_Comm_rank(half, &place);
  MPI_Reduce(&mine, all, 1, MPI_INT, MPI_SUM, 0, half);
  /* The highest rank of each half is its rank 0. */
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank % 2 == (size - 1) % 2 ? size - 2 : size - 1, 9,
                       &both);
  if (rank % 2 == 0) {
    MPI_Bcast(all, 4, MPI_INT, place == 0 ? MPI_ROOT : MPI_PROC_NULL, both);
  } else {
    MPI_Bcast(all, 4, MPI_INT, 0, both);
  }
  MPI_Sendrecv(&mine, 1, MPI_INT, place, 6, all, 1, MPI_INT, place, 6, both, MPI_STATUS_IGNORE);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
}

int main(int argc, char** argv) {
  int rank;
  int size;
  int mine;
  int sum;
  int all[16];
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  mine = rank;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    usleep(50000);
  }
  MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Bcast(&mine, 1, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Allgather(&mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_SELF);
  in_halves(rank, size);
  MPI_Finalize();
  return sum == size * (size - 1) / 2 ? 0 : 1;
}
