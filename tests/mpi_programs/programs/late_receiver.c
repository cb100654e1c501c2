/* Long messages to a rank that posts their receives late. */
#include <mpi.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* Returns once the process has used 30 ms of CPU time from now on. */
static void let_spin(int process) {
  clockid_t clock;
  struct timespec now, begin;
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &begin) != 0) {
    abort();
  }
  do {
    usleep(1000);
    if (clock_gettime(clock, &now) != 0) {
      abort();
    }
  } while ((now.tv_sec - begin.tv_sec) * 1000000000L + now.tv_nsec - begin.tv_nsec < 30000000L);
}

/* Rank 0 computes nothing: once it has used CPU time, it spins in a call that waits for rank 1,
   however busy the cores are. */
int main(int argc, char** argv) {
  const int size = 1 << 22;
  char* data = calloc((size_t)size, 1);
  int rank, process = 0, sender;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  process = rank == 0 ? (int)getpid() : 0;
  MPI_Allreduce(&process, &sender, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Isend(data, size, MPI_CHAR, 1, 3, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Ssend(data, size, MPI_CHAR, 1, 4, MPI_COMM_WORLD);
    MPI_Send_init(data, size, MPI_CHAR, 1, 5, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
  } else {
    let_spin(sender);
    MPI_Irecv(data, size, MPI_CHAR, 0, 3, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    let_spin(sender);
    MPI_Recv(data, size, MPI_CHAR, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    let_spin(sender);
    MPI_Recv(data, size, MPI_CHAR, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
