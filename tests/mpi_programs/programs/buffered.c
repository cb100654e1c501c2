/* A persistent buffered send of a long message is started ten times: MPI_Start may replace the
   request while an earlier message is under way. */
#include <mpi.h>
#include <stdlib.h>

enum { kBytes = 1 << 20, kTimes = 10 };

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int size = kTimes * (kBytes + MPI_BSEND_OVERHEAD);
  char* message = calloc(1, kBytes);
  void* room = malloc(size);
  MPI_Buffer_attach(room, size);
  if (rank == 0) {
    MPI_Request request;
    MPI_Bsend_init(message, kBytes, MPI_CHAR, 1, 5, MPI_COMM_WORLD, &request);
    for (int i = 0; i < kTimes; ++i) {
      if (i % 2 == 0) {
        MPI_Start(&request);
      } else {
        MPI_Startall(1, &request);
      }
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; rank == 1 && i < kTimes; ++i) {
    MPI_Recv(message, kBytes, MPI_CHAR, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Buffer_detach(&room, &size);
  MPI_Finalize();
  return 0;
}
