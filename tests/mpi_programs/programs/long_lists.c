/* Rank 0 receives 5,000 messages of rank 1 with requests in one list. usage: long_lists any|some */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { kMessages = 5000 };

static int numbers[kMessages];
static MPI_Request requests[kMessages];
static int indices[kMessages];

int main(int argc, char** argv) {
  int rank, count, index;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < kMessages; ++i) {
    if (rank == 0) {
      MPI_Irecv(&numbers[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
    } else {
      MPI_Send(&i, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
    }
  }
  if (rank == 0 && strcmp(argv[1], "any") == 0) {
    for (int i = 0; i < 3; ++i) {
      MPI_Waitany(kMessages, requests, &index, MPI_STATUS_IGNORE);
      printf("message %d\n", numbers[index]);
    }
    MPI_Waitall(kMessages, requests, MPI_STATUSES_IGNORE);
    printf("last %d\n", numbers[kMessages - 1]);
  } else if (rank == 0) {
    MPI_Waitsome(kMessages, requests, &count, indices, MPI_STATUSES_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
