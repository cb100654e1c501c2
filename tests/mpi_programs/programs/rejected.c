/* One rank makes collective calls with invalid arguments, which MPI rejects without waiting for the
 * other ranks; then all ranks meet. It prints the classes of the errors. */
#include <mpi.h>
#include <stdio.h>

static int data[8], room[8], counts[2] = {1, 1}, negative[2] = {1, -1}, places[2] = {0, 1};

static void print_class(const char* function, int code) {
  int error_class;
  MPI_Error_class(code, &error_class);
  printf("%s %d\n", function, error_class);
}

#define PRINT(name, ...) print_class(#name, MPI_##name(__VA_ARGS__))

static void make_calls(MPI_Comm comm) {
  MPI_Datatype open; /* not committed */
  MPI_Type_contiguous(2, MPI_INT, &open);
  PRINT(Barrier, MPI_COMM_NULL);
  PRINT(Bcast, data, -1, MPI_INT, 0, comm);
  PRINT(Bcast, data, 1, open, 0, comm);
  PRINT(Bcast, data, 1, MPI_INT, 2, comm);
  PRINT(Gather, data, 1, MPI_INT, room, -1, MPI_INT, 0, comm);
  PRINT(Gather, MPI_IN_PLACE, 1, MPI_INT, room, 1, MPI_INT, 1, comm);
  PRINT(Gatherv, data, 1, MPI_INT, room, negative, places, MPI_INT, 0, comm);
  PRINT(Gatherv, data, 1, MPI_INT, room, counts, NULL, MPI_INT, 0, comm);
  PRINT(Scatter, data, 1, MPI_INT, room, 1, MPI_DATATYPE_NULL, 0, comm);
  PRINT(Scatterv, data, negative, places, MPI_INT, room, 1, MPI_INT, 0, comm);
  PRINT(Allgather, data, 1, MPI_INT, MPI_IN_PLACE, 1, MPI_INT, comm);
  PRINT(Allgatherv, data, 1, MPI_INT, room, counts, NULL, MPI_INT, comm);
  PRINT(Alltoall, data, 2, MPI_INT, room, 1, MPI_INT, comm);
  PRINT(Alltoallv, data, counts, places, MPI_INT, room, negative, places, MPI_INT, comm);
  PRINT(Alltoallw, data, counts, places, NULL, room, counts, places, NULL, comm);
  PRINT(Reduce, data, data, 1, MPI_INT, MPI_SUM, 0, comm);
  PRINT(Reduce, data, room, 1, MPI_FLOAT, MPI_BAND, 0, comm);
  PRINT(Allreduce, data, data, 2, MPI_INT, MPI_SUM, comm);
  PRINT(Reduce_scatter, data, room, negative, MPI_INT, MPI_SUM, comm);
  PRINT(Reduce_scatter_block, data, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, comm);
  PRINT(Scan, data, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, comm);
  PRINT(Exscan, data, room, 1, MPI_INT, MPI_OP_NULL, comm);
  MPI_Request request;
  PRINT(Ibcast, data, -1, MPI_INT, 0, comm, &request);
  PRINT(Ireduce, data, data, 1, MPI_INT, MPI_SUM, 0, comm, &request);
  MPI_Type_free(&open);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (rank == 0)
    make_calls(MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
