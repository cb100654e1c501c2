/* Rank 1 waits for rank 0, which is late each time: by probes, by polls, and at a fence. */
#include <mpi.h>
#include <unistd.h>

static void late_send(int tag) {
  int number = tag;
  usleep(50000);
  MPI_Send(&number, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
}

static void wait_each_way(void) {
  int number, flag = 0;
  MPI_Message message;
  MPI_Request request;
  MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&number, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Mprobe(0, 2, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(&number, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  MPI_Irecv(&number, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &request);
  for (flag = 0; !flag;) {
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  }
  for (flag = 0; !flag;) {
    MPI_Iprobe(0, 4, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  }
  MPI_Recv(&number, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Irecv(&number, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &request);
  for (flag = 0; !flag;) {
    MPI_Testall(1, &request, &flag, MPI_STATUSES_IGNORE);
    usleep(1000);
  }
}

int main(int argc, char** argv) {
  int rank, place = 0;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(&place, sizeof(place), sizeof(place), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    for (int tag = 1; tag <= 5; ++tag) {
      late_send(tag);
    }
    usleep(50000);
  } else {
    wait_each_way();
  }
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
