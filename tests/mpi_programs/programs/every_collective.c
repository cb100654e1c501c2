/* Calls every collective function and those that make communicators, and prints the received data,
 * as every_function.c does. Usage: every_collective CLASS */
#include "every_function.h"

static int counts[kMost], places[kMost], bytes_at[kMost];
static MPI_Datatype types[kMost];

/* Both forms of a collective operation, with the same data. */
#define BOTH(name, length, blocks, begins) \
  do {                                     \
    renew();                               \
    blocks;                                \
    show(name, got, length);               \
    renew();                               \
    begins;                                \
    MPI_Wait(&request, MPI_STATUS_IGNORE); \
    show("I" name, got, length);           \
  } while (0)

static void collectives(MPI_Comm comm, int p) {
  MPI_Request request;
  MPI_Barrier(comm);
  MPI_Ibarrier(comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  BOTH("bcast", 0, MPI_Bcast(mine, 4, MPI_INT, p - 1, comm),
       MPI_Ibcast(mine, 4, MPI_INT, p - 1, comm, &request));
  show("bcast", mine, 4);
  BOTH("gather", 2 * p, MPI_Gather(mine, 2, MPI_INT, got, 2, MPI_INT, 0, comm),
       MPI_Igather(mine, 2, MPI_INT, got, 2, MPI_INT, 0, comm, &request));
  BOTH("gatherv", 2 * p, MPI_Gatherv(mine, 1, MPI_INT, got, counts, places, MPI_INT, 0, comm),
       MPI_Igatherv(mine, 1, MPI_INT, got, counts, places, MPI_INT, 0, comm, &request));
  BOTH("scatter", 2, MPI_Scatter(mine, 2, MPI_INT, got, 2, MPI_INT, 0, comm),
       MPI_Iscatter(mine, 2, MPI_INT, got, 2, MPI_INT, 0, comm, &request));
  BOTH("scatterv", 2, MPI_Scatterv(mine, counts, places, MPI_INT, got, 1, MPI_INT, 0, comm),
       MPI_Iscatterv(mine, counts, places, MPI_INT, got, 1, MPI_INT, 0, comm, &request));
  BOTH("allgather", 2 * p, MPI_Allgather(mine, 2, MPI_INT, got, 2, MPI_INT, comm),
       MPI_Iallgather(mine, 2, MPI_INT, got, 2, MPI_INT, comm, &request));
  BOTH("allgatherv", 2 * p, MPI_Allgatherv(mine, 1, MPI_INT, got, counts, places, MPI_INT, comm),
       MPI_Iallgatherv(mine, 1, MPI_INT, got, counts, places, MPI_INT, comm, &request));
  BOTH("alltoall", 2 * p, MPI_Alltoall(mine, 2, MPI_INT, got, 2, MPI_INT, comm),
       MPI_Ialltoall(mine, 2, MPI_INT, got, 2, MPI_INT, comm, &request));
  BOTH("alltoallv", 2 * p,
       MPI_Alltoallv(mine, counts, places, MPI_INT, got, counts, places, MPI_INT, comm),
       MPI_Ialltoallv(mine, counts, places, MPI_INT, got, counts, places, MPI_INT, comm, &request));
  BOTH("alltoallw", 2 * p,
       MPI_Alltoallw(mine, counts, bytes_at, types, got, counts, bytes_at, types, comm),
       MPI_Ialltoallw(mine, counts, bytes_at, types, got, counts, bytes_at, types, comm, &request));
  BOTH("reduce", 3, MPI_Reduce(mine, got, 3, MPI_INT, MPI_SUM, 0, comm),
       MPI_Ireduce(mine, got, 3, MPI_INT, MPI_SUM, 0, comm, &request));
  BOTH("allreduce", 3, MPI_Allreduce(mine, got, 3, MPI_INT, MPI_MAX, comm),
       MPI_Iallreduce(mine, got, 3, MPI_INT, MPI_MAX, comm, &request));
  BOTH("reduce_scatter", 2, MPI_Reduce_scatter(mine, got, counts, MPI_INT, MPI_SUM, comm),
       MPI_Ireduce_scatter(mine, got, counts, MPI_INT, MPI_SUM, comm, &request));
  BOTH("reduce_scatter_block", 2, MPI_Reduce_scatter_block(mine, got, 2, MPI_INT, MPI_SUM, comm),
       MPI_Ireduce_scatter_block(mine, got, 2, MPI_INT, MPI_SUM, comm, &request));
  BOTH("scan", 3, MPI_Scan(mine, got, 3, MPI_INT, MPI_SUM, comm),
       MPI_Iscan(mine, got, 3, MPI_INT, MPI_SUM, comm, &request));
  BOTH("exscan", 3, MPI_Exscan(mine, got + 1, 3, MPI_INT, MPI_SUM, comm),
       MPI_Iexscan(mine, got + 1, 3, MPI_INT, MPI_SUM, comm, &request));
}

/* Several at one time, completed in another order; and one that is long, while the rank waits for a
 * message. */
static void open_collectives(void) {
  enum { kLong = 100000 };
  static int many[kLong], sum[kLong];
  MPI_Request all[4];
  int flag = 0, first = rank, second = 2 * rank, sums[2], index;
  MPI_Iallreduce(&first, &sums[0], 1, MPI_INT, MPI_SUM, world, &all[0]);
  MPI_Iallreduce(&second, &sums[1], 1, MPI_INT, MPI_SUM, world, &all[1]);
  MPI_Ibarrier(world, &all[2]);
  MPI_Irecv(got, 4, MPI_INT, before, 5, world, &all[3]);
  MPI_Send(mine, 1, MPI_INT, next, 5, world);
  MPI_Wait(&all[1], MPI_STATUS_IGNORE);
  for (int i = 0; i < 3; ++i) {
    MPI_Waitany(4, all, &index, MPI_STATUS_IGNORE);
  }
  show("open collectives", sums, 2);
  for (int i = 0; i < kLong; ++i) {
    many[i] = i % 7 + rank;
  }
  MPI_Iallreduce(many, sum, kLong, MPI_INT, MPI_SUM, world, &all[0]);
  if (rank == 0) {
    MPI_Send(mine, 1, MPI_INT, size - 1, 6, world);
  } else if (rank == size - 1) {
    MPI_Recv(got, 1, MPI_INT, 0, 6, world, MPI_STATUS_IGNORE);
  }
  for (flag = 0; !flag;) {
    MPI_Test(&all[0], &flag, MPI_STATUS_IGNORE);
  }
  show("a long one", sum + kLong - 3, 3);
  MPI_Ireduce(many, sum, kLong, MPI_INT, MPI_MAX, 0, world, &all[0]);
  MPI_Ibcast(many, kLong, MPI_INT, 0, world, &all[1]);
  for (flag = 0; !flag;) {
    MPI_Request_get_status(all[1], &flag, MPI_STATUS_IGNORE);
  }
  show("a long one", many + kLong - 3, 3);
  MPI_Waitall(2, all, MPI_STATUSES_IGNORE);
  MPI_Iallreduce(&rank, sums, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF, &all[0]);
  MPI_Wait(&all[0], MPI_STATUS_IGNORE);
  show("of one process", sums, 1);
}

static void neighbours_of(MPI_Comm comm, int degree) {
  MPI_Request request;
  MPI_Aint addresses[kMost];
  for (int i = 0; i < kMost; ++i) {
    addresses[i] = bytes_at[i];
  }
  BOTH("neighbor_allgather", 2 * degree,
       MPI_Neighbor_allgather(mine, 2, MPI_INT, got, 2, MPI_INT, comm),
       MPI_Ineighbor_allgather(mine, 2, MPI_INT, got, 2, MPI_INT, comm, &request));
  BOTH("neighbor_allgatherv", 2 * degree,
       MPI_Neighbor_allgatherv(mine, 1, MPI_INT, got, counts, places, MPI_INT, comm),
       MPI_Ineighbor_allgatherv(mine, 1, MPI_INT, got, counts, places, MPI_INT, comm, &request));
  BOTH("neighbor_alltoall", 2 * degree,
       MPI_Neighbor_alltoall(mine, 2, MPI_INT, got, 2, MPI_INT, comm),
       MPI_Ineighbor_alltoall(mine, 2, MPI_INT, got, 2, MPI_INT, comm, &request));
  BOTH("neighbor_alltoallv", 2 * degree,
       MPI_Neighbor_alltoallv(mine, counts, places, MPI_INT, got, counts, places, MPI_INT, comm),
       MPI_Ineighbor_alltoallv(mine, counts, places, MPI_INT, got, counts, places, MPI_INT, comm,
                               &request));
  BOTH("neighbor_alltoallw", 2 * degree,
       MPI_Neighbor_alltoallw(mine, counts, addresses, types, got, counts, addresses, types, comm),
       MPI_Ineighbor_alltoallw(mine, counts, addresses, types, got, counts, addresses, types, comm,
                               &request));
}

static void neighbours(void) {
  MPI_Comm ring, line, graph, directed;
  const int yes = 1, no = 0, weight = 1;
  int index[kMost], edges[2 * kMost];
  MPI_Cart_create(world, 1, &size, &yes, 0, &ring);
  neighbours_of(ring, 2);
  MPI_Cart_create(world, 1, &size, &no, 0, &line);
  neighbours_of(line, 2);
  for (int i = 0; i < size; ++i) { /* each with the first one */
    index[i] = size - 1 + i;
    edges[i] = i < size - 1 ? i + 1 : 0;
    edges[size - 1 + i] = 0;
  }
  MPI_Graph_create(world, size, index, edges, 0, &graph);
  neighbours_of(graph, rank == 0 ? size - 1 : 1);
  MPI_Dist_graph_create_adjacent(world, 1, &before, &weight, 1, &next, &weight, MPI_INFO_NULL, 0,
                                 &directed);
  neighbours_of(directed, 1);
  MPI_Comm_free(&ring);
  MPI_Comm_free(&line);
  MPI_Comm_free(&graph);
  MPI_Comm_free(&directed);
}

static void communicators(void) {
  MPI_Comm copy, second, half, group_comm, between, both, grid, row, graph;
  MPI_Group group, sub;
  MPI_Request requests[2];
  int sum = 0, one = 1, dims[2] = {size, 1}, periods[2] = {1, 0}, remain[2] = {1, 0};
  MPI_Comm_idup(world, &copy, &requests[0]);
  MPI_Comm_idup(world, &second, &requests[1]);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Sendrecv(&rank, 1, MPI_INT, next, 1, got, 1, MPI_INT, before, 1, copy, MPI_STATUS_IGNORE);
  MPI_Sendrecv(&rank, 1, MPI_INT, before, 1, got + 1, 1, MPI_INT, next, 1, second,
               MPI_STATUS_IGNORE);
  show("MPI_Comm_idup", got, 2);
  MPI_Comm_free(&copy);
  MPI_Comm_disconnect(&second);
  MPI_Comm_dup_with_info(world, MPI_INFO_NULL, &copy);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, copy);
  show("MPI_Comm_dup_with_info", &sum, 1);
  MPI_Comm_free(&copy);
  MPI_Comm_split(world, rank > 0, -rank, &half);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, half);
  show("MPI_Comm_split", &sum, 1);
  MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &copy);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, copy);
  show("MPI_Comm_split_type", &sum, 1);
  MPI_Comm_free(&copy);
  MPI_Comm_group(world, &group);
  const int last[1] = {size - 1};
  MPI_Group_excl(group, 1, last, &sub);
  MPI_Comm_create(world, sub, &copy);
  if (copy != MPI_COMM_NULL) {
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, copy);
    show("MPI_Comm_create", &sum, 1);
    MPI_Comm_free(&copy);
  }
  if (rank != size - 1) {
    MPI_Comm_create_group(world, sub, 4, &group_comm);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, group_comm);
    show("MPI_Comm_create_group", &sum, 1);
    MPI_Comm_free(&group_comm);
  }
  MPI_Group_free(&sub);
  MPI_Group_free(&group);
  MPI_Cart_create(world, 2, dims, periods, 0, &grid);
  MPI_Cart_sub(grid, remain, &row);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, row);
  show("MPI_Cart_sub", &sum, 1);
  MPI_Comm_free(&row);
  MPI_Comm_free(&grid);
  MPI_Dist_graph_create(world, 1, &rank, &one, &next, &one, MPI_INFO_NULL, 0, &graph);
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, graph);
  show("MPI_Dist_graph_create", got, 1);
  MPI_Comm_free(&graph);
  /* The first process and all others. */
  MPI_Intercomm_create(half, 0, world, rank == 0 ? size - 1 : 0, 11, &between);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, between);
  show("MPI_Allreduce of the others", &sum, 1);
  MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_MAX, between, &requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  show("MPI_Iallreduce of the others", &sum, 1);
  sum = rank == 0 ? 77 : 0;
  MPI_Bcast(&sum, 1, MPI_INT, rank == 0 ? MPI_ROOT : 0, between);
  show("MPI_Bcast to the others", &sum, 1);
  MPI_Comm_dup(between, &copy);
  MPI_Barrier(copy);
  MPI_Comm_free(&copy);
  MPI_Intercomm_merge(between, rank > 0, &both);
  MPI_Exscan(&rank, &sum, 1, MPI_INT, MPI_SUM, both);
  show("MPI_Intercomm_merge", &sum, rank > 0);
  MPI_Comm_free(&both);
  MPI_Comm_disconnect(&between);
  MPI_Comm_free(&half);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  for (int i = 0; i < kMost; ++i) {
    counts[i] = 1;
    places[i] = 2 * i;
    bytes_at[i] = 8 * i;
    types[i] = MPI_INT;
  }
  const char* class = argc > 1 ? argv[1] : "";
  if (strcmp(class, "collectives") == 0) {
    collectives(world, size);
    open_collectives();
  } else if (strcmp(class, "neighbours") == 0) {
    neighbours();
  } else if (strcmp(class, "communicators") == 0) {
    communicators();
  }
  MPI_Finalize();
  return 0;
}
