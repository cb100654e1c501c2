/* Errors that are returned: messages that are too long for their receives, arguments that are null,
 * an error handler that jumps out of a call. Every message that is sent is received. */
#include <mpi.h>
#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;

static void jump(MPI_Comm* comm, int* code, ...) {
  (void)comm;
  (void)code;
  longjmp(place, 1);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, data[4] = {0}, room[4], codes[8] = {0}, done, index, jumps = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int other = 1 - rank;
  MPI_Request requests[2];
  MPI_Status statuses[2];
  for (int tag = 1; tag <= 4; ++tag) /* of four messages, the first is too long */
    for (int i = 0; i < 4; ++i)
      MPI_Send(data, i == 0 ? 4 : 1, MPI_INT, other, tag, MPI_COMM_WORLD);
  for (int i = 0; i < 4; ++i) {
    codes[0] += MPI_Recv(room, 1, MPI_INT, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    codes[1] += MPI_Sendrecv(data, 1, MPI_INT, other, 5, room, 1, MPI_INT, other, 2, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE);
  }
  for (int i = 0; i < 4; i += 2) {
    MPI_Irecv(room, 1, MPI_INT, other, 3, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(room + 1, 1, MPI_INT, other, 3, MPI_COMM_WORLD, &requests[1]);
    codes[2] += MPI_Waitall(2, requests, i == 0 ? statuses : MPI_STATUSES_IGNORE);
    if (i == 0 && statuses[1].MPI_ERROR == MPI_ERR_PENDING)
      MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  }
  for (int i = 0; i < 4; ++i) {
    MPI_Irecv(room, 1, MPI_INT, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &requests[0]);
    codes[3] += MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  }
  for (int i = 0; i < 4; ++i)
    MPI_Recv(room, 1, MPI_INT, other, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  codes[4] += MPI_Waitsome(1, requests, NULL, &index, MPI_STATUSES_IGNORE) != MPI_SUCCESS;
  codes[4] += MPI_Test(&requests[0], NULL, MPI_STATUS_IGNORE) != MPI_SUCCESS;
  codes[4] += MPI_Start(NULL) != MPI_SUCCESS;
  codes[4] += MPI_Alltoall(data, 1, MPI_INT, room, 1, MPI_INT, MPI_COMM_NULL) != MPI_SUCCESS;
  codes[4] += MPI_Alltoallv(data, NULL, NULL, MPI_INT, room, NULL, NULL, MPI_INT, MPI_COMM_WORLD) !=
              MPI_SUCCESS;
  MPI_Errhandler jumping;
  MPI_Comm_create_errhandler(jump, &jumping);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, jumping);
  for (volatile int i = 0; i < 3; ++i) {
    if (setjmp(place) == 0)
      MPI_Send(data, 1, MPI_INT, 99, 1, MPI_COMM_WORLD);
    else
      ++jumps;
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Test(&(MPI_Request){MPI_REQUEST_NULL}, &done, MPI_STATUS_IGNORE);
  printf("rank %d: %d %d %d %d, %d refused, %d jumps, %d\n", rank, codes[0], codes[1], codes[2],
         codes[3], codes[4], jumps, done);
  MPI_Finalize();
  return 0;
}
