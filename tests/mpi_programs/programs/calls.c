/* Calls most kinds of functions a known number of times. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size, sum = 0, got = 0, flag = 0, bytes;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  MPI_Request request, pair[2], persistent[2];
  MPI_Status status;
  for (int i = 0; i < 10; ++i) {
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    MPI_Send(&rank, 1, MPI_INT, next, 5, MPI_COMM_WORLD);
    MPI_Wait(&request, &status);
    MPI_Sendrecv(&rank, 1, MPI_INT, next, 6, &got, 1, MPI_INT, before, 6, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Irecv(&got, 1, MPI_INT, before, 7, MPI_COMM_WORLD, &pair[0]);
    MPI_Isend(&rank, 1, MPI_INT, next, 7, MPI_COMM_WORLD, &pair[1]);
    MPI_Waitall(2, pair, MPI_STATUSES_IGNORE);
  }
  MPI_Recv_init(&got, 1, MPI_INT, before, 8, MPI_COMM_WORLD, &persistent[0]);
  MPI_Send_init(&rank, 1, MPI_INT, next, 8, MPI_COMM_WORLD, &persistent[1]);
  for (int i = 0; i < 3; ++i) {
    MPI_Startall(2, persistent);
    MPI_Waitall(2, persistent, MPI_STATUSES_IGNORE);
  }
  MPI_Request_free(&persistent[0]);
  MPI_Request_free(&persistent[1]);
  MPI_Isend(&rank, 1, MPI_INT, next, 9, MPI_COMM_WORLD, &request);
  MPI_Message message;
  MPI_Mprobe(MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &message, &status);
  MPI_Mrecv(&got, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
  MPI_Barrier(half);
  MPI_Bcast(&sum, 1, MPI_INT, 0, half);
  MPI_Comm_free(&half);
  MPI_Type_size(MPI_INT, &bytes);
  MPI_Initialized(&flag);
  printf("rank %d sum %d got %d from %d bytes %d\n", rank, sum, got, status.MPI_SOURCE, bytes);
  MPI_Finalize();
  return 0;
}
