/*
 * Runs an SPMD source of `dps estimate` as an MPI program: each call sends, receives and works.
 *
 *     mpicc -O2 -I FOLDER_OF_dps_estimate.h adi.c spmd_over_mpi.c -o adi_mpi
 *     mpirun -n 4 ./adi_mpi
 *
 * prints the time of the slowest processor in seconds.
 */
#include <dps_estimate.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Requests of SEND and RECEIVE, and the memory of their messages, up to WAIT or the end. */
static MPI_Request* requests;
static double** buffers;
static int pending, room;

static double* new_buffer(long words) {
  double* buffer = calloc((size_t)(words > 0 ? words : 1), sizeof(double));
  if (buffer == NULL) {
    fprintf(stderr, "out of memory\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return buffer;
}

static MPI_Request* add_request(double* buffer) {
  if (pending == room) {
    room = room == 0 ? 16 : 2 * room;
    requests = realloc(requests, sizeof(*requests) * (size_t)room);
    buffers = realloc(buffers, sizeof(*buffers) * (size_t)room);
    if (requests == NULL || buffers == NULL) {
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
  }
  buffers[pending] = buffer;
  return &requests[pending++];
}

void SEND(int processor, long words) {
  double* buffer = new_buffer(words);
  MPI_Isend(buffer, (int)words, MPI_DOUBLE, processor, 0, MPI_COMM_WORLD, add_request(buffer));
}

void RECEIVE(int processor, long words) {
  double* buffer = new_buffer(words);
  MPI_Irecv(buffer, (int)words, MPI_DOUBLE, processor, 0, MPI_COMM_WORLD, add_request(buffer));
}

void BSEND(int processor, long words) {
  double* buffer = new_buffer(words);
  MPI_Ssend(buffer, (int)words, MPI_DOUBLE, processor, 0, MPI_COMM_WORLD);
  free(buffer);
}

void BRECEIVE(int processor, long words) {
  double* buffer = new_buffer(words);
  MPI_Recv(buffer, (int)words, MPI_DOUBLE, processor, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  free(buffer);
}

void WAIT(void) {
  MPI_Waitall(pending, requests, MPI_STATUSES_IGNORE);
  while (pending > 0) {
    free(buffers[--pending]);
  }
}

/* Multiplications that depend on one another, as `dps calibrate` measures them. */
void WORK(double multiplies) {
  volatile double opaque = 1.0;
  const double factor = opaque;
  double value = opaque;
  long left;
  for (left = (long)multiplies; left > 0; --left) {
    value *= factor;
  }
  opaque = value;
}

void BROADCAST(int root, long words) {
  double* buffer = new_buffer(words);
  MPI_Bcast(buffer, (int)words, MPI_DOUBLE, root, MPI_COMM_WORLD);
  free(buffer);
}

void REDUCE(int root, long words, double multiplies) {
  double* operands = new_buffer(words);
  double* results = new_buffer(words);
  MPI_Reduce(operands, results, (int)words, MPI_DOUBLE, MPI_MAX, root, MPI_COMM_WORLD);
  WORK(multiplies);
  free(operands);
  free(results);
}

void ALLREDUCE(long words, double multiplies) {
  double* operands = new_buffer(words);
  double* results = new_buffer(words);
  MPI_Allreduce(operands, results, (int)words, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  WORK(multiplies);
  free(operands);
  free(results);
}

void BARRIER(void) {
  MPI_Barrier(MPI_COMM_WORLD);
}

/* Memory for the words of all processors. */
static double* new_buffer_for_all(long words) {
  int count;
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  return new_buffer(words * count);
}

void GATHER(int root, long words) {
  double* own = new_buffer(words);
  double* all = new_buffer_for_all(words);
  MPI_Gather(own, (int)words, MPI_DOUBLE, all, (int)words, MPI_DOUBLE, root, MPI_COMM_WORLD);
  free(own);
  free(all);
}

void SCATTER(int root, long words) {
  double* own = new_buffer(words);
  double* all = new_buffer_for_all(words);
  MPI_Scatter(all, (int)words, MPI_DOUBLE, own, (int)words, MPI_DOUBLE, root, MPI_COMM_WORLD);
  free(own);
  free(all);
}

void ALLTOALL(long words) {
  double* sent = new_buffer_for_all(words);
  double* received = new_buffer_for_all(words);
  MPI_Alltoall(sent, (int)words, MPI_DOUBLE, received, (int)words, MPI_DOUBLE, MPI_COMM_WORLD);
  free(sent);
  free(received);
}

int main(int argc, char** argv) {
  int rank, count;
  double time, slowest;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  MPI_Barrier(MPI_COMM_WORLD);
  time = MPI_Wtime();
  spmd(rank, count);
  WAIT();
  time = MPI_Wtime() - time;
  MPI_Reduce(&time, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    printf("%.6f\n", slowest);
  }
  MPI_Finalize();
  return 0;
}
