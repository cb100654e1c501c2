/* Calls every function that a prediction treats in its own way, and prints the data that it has
 * got: they are the same under mpirun and in a prediction. Usage: every_function CLASS [FILE] */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMost = 64 };

static int rank, size, next, before;
static MPI_Comm world;
static int mine[kMost], got[kMost], counts[kMost], places[kMost], bytes_at[kMost];
static MPI_Datatype types[kMost];

static void show(const char* name, const int* data, int count) {
  printf("%d %s:", rank, name);
  for (int i = 0; i < count; ++i) {
    printf(" %d", data[i]);
  }
  printf("\n");
}

static void renew(void) {
  for (int i = 0; i < kMost; ++i) {
    mine[i] = 100 * rank + i;
    got[i] = -1;
  }
}

static void show_status(const char* name, const MPI_Status* status) {
  int words[4] = {status->MPI_SOURCE, status->MPI_TAG, 0, 0};
  MPI_Get_count(status, MPI_INT, &words[2]);
  MPI_Test_cancelled(status, &words[3]);
  words[0] = words[3] ? 0 : words[0]; /* Open MPI leaves the source of a cancelled one open */
  words[1] = words[3] ? 0 : words[1];
  words[2] = words[3] ? 0 : words[2];
  show(name, words, 4);
}

typedef int Send(const void*, int, MPI_Datatype, int, int, MPI_Comm);
typedef int Begin(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

static void messages(void) {
  Send* const sends[] = {MPI_Send, MPI_Bsend, MPI_Ssend, MPI_Rsend};
  Begin* const begins[] = {MPI_Isend, MPI_Ibsend, MPI_Issend, MPI_Irsend};
  static char room[100000];
  MPI_Status status;
  MPI_Request receive, send;
  MPI_Buffer_attach(room, sizeof(room));
  for (int i = 0; i < 4; ++i) {
    renew();
    MPI_Irecv(got, kMost, MPI_INT, before, i, world, &receive);
    MPI_Barrier(world);
    sends[i](mine, 3 + i, MPI_INT, next, i, world);
    MPI_Wait(&receive, &status);
    show_status("a send", &status);
    show("a send", got, 3 + i);
    renew();
    MPI_Irecv(got, kMost, MPI_INT, MPI_ANY_SOURCE, i, world, &receive);
    MPI_Barrier(world);
    begins[i](mine, 3 + i, MPI_INT, next, i, world, &send);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    MPI_Wait(&receive, &status);
    show_status("a send that does not block", &status);
    show("a send that does not block", got, 3 + i);
  }
  void* address;
  int bytes;
  MPI_Buffer_detach(&address, &bytes);
  show("MPI_Buffer_detach", &bytes, 1);
  renew();
  MPI_Sendrecv(mine, 5, MPI_INT, next, 1, got, 9, MPI_INT, before, 1, world, &status);
  show_status("MPI_Sendrecv", &status);
  show("MPI_Sendrecv", got, 6);
  MPI_Sendrecv_replace(mine, 5, MPI_INT, next, 1, before, 1, world, &status);
  show("MPI_Sendrecv_replace", mine, 6);
  MPI_Sendrecv(mine, 5, MPI_INT, rank == 0 ? MPI_PROC_NULL : rank - 1, 1, got, 9, MPI_INT,
               rank == size - 1 ? MPI_PROC_NULL : rank + 1, 1, world, &status);
  show_status("MPI_Sendrecv at a border", &status);
}

static void probes(void) {
  MPI_Message message;
  MPI_Request send, receive;
  MPI_Status status;
  int flag = 0;
  renew();
  MPI_Isend(mine, 4, MPI_INT, next, 7, world, &send);
  MPI_Mprobe(before, MPI_ANY_TAG, world, &message, &status);
  show_status("MPI_Mprobe", &status);
  MPI_Iprobe(before, 7, world, &flag, MPI_STATUS_IGNORE);
  show("MPI_Iprobe for a message that is taken", &flag, 1);
  MPI_Mrecv(got, 4, MPI_INT, &message, &status);
  show_status("MPI_Mrecv", &status);
  show("MPI_Mrecv", got, 5);
  flag = message == MPI_MESSAGE_NULL;
  show("MPI_Mrecv", &flag, 1);
  MPI_Wait(&send, MPI_STATUS_IGNORE);
  renew();
  MPI_Issend(mine, 5, MPI_INT, next, 8, world, &send);
  for (flag = 0; !flag;) {
    MPI_Improbe(MPI_ANY_SOURCE, 8, world, &flag, &message, &status);
  }
  show_status("MPI_Improbe", &status);
  message = MPI_Message_f2c(MPI_Message_c2f(message));
  MPI_Imrecv(got, 9, MPI_INT, &message, &receive);
  MPI_Wait(&receive, &status);
  show_status("MPI_Imrecv", &status);
  show("MPI_Imrecv", got, 6);
  MPI_Wait(&send, MPI_STATUS_IGNORE);
  MPI_Mprobe(MPI_PROC_NULL, 8, world, &message, &status);
  MPI_Mrecv(got, 9, MPI_INT, &message, &status);
  show_status("MPI_Mrecv of nobody", &status);
}

static void persistent(void) {
  Begin* const inits[] = {MPI_Send_init, MPI_Bsend_init, MPI_Ssend_init, MPI_Rsend_init};
  static char room[100000];
  void* address;
  MPI_Request pair[3];
  MPI_Status statuses[3];
  MPI_Datatype strided;
  int index = 0, flag = 0, done = 0, indices[3];
  MPI_Buffer_attach(room, sizeof(room));
  MPI_Recv_init(got, 4, MPI_INT, MPI_PROC_NULL, 1, world, &pair[2]);
  for (int i = 0; i < 4; ++i) {
    MPI_Type_vector(2, 1, 2, MPI_INT, &strided);
    MPI_Type_commit(&strided);
    MPI_Recv_init(got, 4, MPI_INT, before, i, world, &pair[0]);
    inits[i](mine, 1, strided, next, i, world, &pair[1]);
    MPI_Type_free(&strided);
    MPI_Wait(&pair[0], &statuses[0]); /* it is not active */
    show_status("MPI_Wait for nothing", &statuses[0]);
    for (int round = 0; round < 5; ++round) {
      renew();
      MPI_Start(&pair[0]);
      MPI_Barrier(world);
      MPI_Startall(2, &pair[1]);
      if (round == 0) {
        MPI_Waitall(3, pair, statuses);
        show_status("MPI_Startall, MPI_Waitall", &statuses[0]);
      } else if (round == 1) {
        for (int j = 0; j < 3; ++j) {
          MPI_Waitany(3, pair, &index, MPI_STATUS_IGNORE);
        }
        MPI_Waitany(3, pair, &index, MPI_STATUS_IGNORE);
        flag = index == MPI_UNDEFINED;
        show("MPI_Waitany", &flag, 1);
      } else if (round == 2) {
        for (int left = 3; left > 0; left -= done) {
          MPI_Waitsome(3, pair, &done, indices, statuses);
        }
      } else if (round == 3) {
        for (flag = 0; !flag;) {
          MPI_Request_get_status(pair[0], &flag, &statuses[0]);
        }
        show_status("MPI_Request_get_status", &statuses[0]);
        show("MPI_Request_get_status", got, 3);
        MPI_Waitall(3, pair, MPI_STATUSES_IGNORE);
      } else {
        for (flag = 0; !flag;) {
          MPI_Testall(3, pair, &flag, statuses);
        }
        show_status("MPI_Testall", &statuses[0]);
      }
      show("a persistent request", got, 3);
    }
    MPI_Request_free(&pair[0]);
    MPI_Request_free(&pair[1]);
    flag = pair[0] == MPI_REQUEST_NULL;
    show("MPI_Request_free", &flag, 1);
  }
  MPI_Request_free(&pair[2]);
  MPI_Buffer_detach(&address, &flag);
}

static void requests(void) {
  MPI_Request send, receive, both[2];
  MPI_Status status;
  int flag = 0, index = 0;
  renew();
  MPI_Irecv(got, 4, MPI_INT, before, 99, world, &receive);
  MPI_Cancel(&receive);
  MPI_Wait(&receive, &status);
  show_status("MPI_Cancel", &status);
  /* It does not take the message of a later receive. */
  MPI_Irecv(got, 4, MPI_INT, before, 5, world, &receive);
  MPI_Cancel(&receive);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  MPI_Barrier(world);
  MPI_Sendrecv(mine, 3, MPI_INT, next, 5, got, 4, MPI_INT, before, 5, world, &status);
  show("after MPI_Cancel", got, 4);
  renew();
  MPI_Isend(mine, 3, MPI_INT, next, 6, world, &send);
  MPI_Request_free(&send);
  MPI_Irecv(got, 4, MPI_INT, before, 6, world, &receive);
  MPI_Request_free(&receive);
  MPI_Barrier(world);
  MPI_Sendrecv(mine, 1, MPI_INT, next, 7, &index, 1, MPI_INT, before, 7, world, &status);
  show("a receive that was freed", got, 4);
  renew();
  MPI_Irecv(got, 4, MPI_INT, before, 8, world, &both[0]);
  MPI_Isend(mine, 2, MPI_INT, next, 8, world, &both[1]);
  for (int left = 2; left > 0; left -= flag) {
    MPI_Testany(2, both, &index, &flag, MPI_STATUS_IGNORE);
  }
  MPI_Testany(2, both, &index, &flag, MPI_STATUS_IGNORE);
  show("MPI_Testany of nothing", &flag, 1);
  show("MPI_Testany", got, 3);
  MPI_Irecv(got, 4, MPI_INT, before, 8, world, &both[0]);
  MPI_Isend(mine, 2, MPI_INT, next, 8, world, &both[1]);
  int done = 0, indices[2];
  for (int left = 2; left > 0; left -= done) {
    MPI_Testsome(2, both, &done, indices, MPI_STATUSES_IGNORE);
  }
  for (flag = 0; !flag;) {
    MPI_Request_get_status(MPI_REQUEST_NULL, &flag, &status);
  }
  show_status("MPI_Request_get_status of nothing", &status);
  MPI_Isend(mine, 1, MPI_INT, rank, 9, world, &send);
  MPI_Irecv(got, 4, MPI_INT, rank, 9, world, &receive);
  MPI_Request again = MPI_Request_f2c(MPI_Request_c2f(receive));
  MPI_Wait(&again, &status);
  show_status("MPI_Request_f2c", &status);
  MPI_Wait(&send, MPI_STATUS_IGNORE);
}

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

static void windows(void) {
  MPI_Win window;
  MPI_Group group, sub;
  MPI_Request request;
  int* memory;
  int flag = 0, old = 0, one = 1, zero = 0;
  MPI_Aint bytes;
  int unit;
  renew();
  MPI_Win_create(got, sizeof(got), sizeof(int), MPI_INFO_NULL, world, &window);
  MPI_Win_fence(0, window);
  MPI_Put(mine, 2, MPI_INT, next, 3, 2, MPI_INT, window);
  MPI_Win_fence(0, window);
  show("MPI_Put", got, 6);
  MPI_Win_fence(0, window);
  MPI_Accumulate(mine, 1, MPI_INT, next, 3, 1, MPI_INT, MPI_SUM, window);
  MPI_Win_fence(0, window);
  show("MPI_Accumulate", got, 6);
  MPI_Win_fence(0, window);
  MPI_Get(mine, 3, MPI_INT, next, 3, 3, MPI_INT, window);
  MPI_Win_fence(0, window);
  show("MPI_Get", mine, 4);
  /* Each rank adds to a counter of the first one. */
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
  MPI_Accumulate(&one, 1, MPI_INT, 0, 20, 1, MPI_INT, MPI_SUM, window);
  MPI_Win_flush(0, window);
  MPI_Win_flush_local(0, window);
  MPI_Win_unlock(0, window);
  MPI_Win_lock_all(0, window);
  MPI_Fetch_and_op(&one, &old, MPI_INT, 0, 20, MPI_SUM, window);
  MPI_Win_flush_all(window);
  MPI_Compare_and_swap(&one, &zero, &old, MPI_INT, next, 30, window);
  MPI_Win_flush_local_all(window);
  MPI_Rput(&one, 1, MPI_INT, next, 31, 1, MPI_INT, window, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Raccumulate(&one, 1, MPI_INT, next, 32, 1, MPI_INT, MPI_SUM, window, &request);
  MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
  MPI_Rget(&old, 1, MPI_INT, next, 32, 1, MPI_INT, window, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Get_accumulate(&one, 1, MPI_INT, &old, 1, MPI_INT, next, 33, 1, MPI_INT, MPI_SUM, window);
  MPI_Win_sync(window);
  MPI_Win_unlock_all(window);
  MPI_Barrier(world);
  MPI_Win_fence(0, window);
  old = rank == 0 ? got[20] - (-1) - 2 * size : 0; /* it was -1 */
  show("a counter", &old, 1);
  show("operations of all kinds", got + 31, 3);
  /* Post, start, complete, wait: to the next one. */
  MPI_Comm_group(world, &group);
  MPI_Group_incl(group, 1, &before, &sub);
  MPI_Win_post(sub, 0, window);
  MPI_Group_free(&sub);
  MPI_Group_incl(group, 1, &next, &sub);
  MPI_Win_start(sub, 0, window);
  MPI_Put(&rank, 1, MPI_INT, next, 40, 1, MPI_INT, window);
  MPI_Win_complete(window);
  if (rank % 2 == 0) {
    MPI_Win_wait(window);
  } else {
    while (!flag) {
      MPI_Win_test(window, &flag);
    }
  }
  MPI_Group_free(&sub);
  MPI_Group_free(&group);
  show("MPI_Win_wait", got + 40, 1);
  MPI_Win_free(&window);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, world, &memory, &window);
  memory[0] = -1;
  MPI_Win_fence(0, window);
  MPI_Put(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  show("MPI_Win_allocate", memory, 1);
  MPI_Win_free(&window);
  MPI_Win_allocate_shared(64, 4, MPI_INFO_NULL, world, &memory, &window);
  memory[0] = rank;
  MPI_Win_fence(0, window);
  MPI_Win_shared_query(window, next, &bytes, &unit, &memory);
  show("MPI_Win_allocate_shared", memory, 1);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Win_create_dynamic(MPI_INFO_NULL, world, &window);
  MPI_Win_attach(window, got, sizeof(got));
  MPI_Win_fence(0, window);
  MPI_Win_detach(window, got);
  MPI_Win_free(&window);
}

static void files(const char* path) {
  MPI_File file;
  MPI_Request request;
  MPI_Offset bytes;
  int sum;
  renew();
  MPI_File_open(world, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  MPI_File_set_size(file, 0);
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_write_at_all(file, 2 * rank, mine, 2, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
  MPI_Barrier(world);
  MPI_File_sync(file);
  MPI_File_iread_at(file, 2 * next, got, 2, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  show("MPI_File_iread_at", got, 2);
  MPI_File_get_size(file, &bytes);
  sum = (int)bytes;
  show("MPI_File_get_size", &sum, 1);
  MPI_File_seek(file, 2 * before, MPI_SEEK_SET);
  MPI_File_read_all(file, got, 2, MPI_INT, MPI_STATUS_IGNORE);
  show("MPI_File_read_all", got, 2);
  MPI_Barrier(world);
  MPI_File_iwrite_at(file, 2 * rank, got, 1, MPI_INT, &request);
  MPI_Request pair[2] = {request, MPI_REQUEST_NULL};
  MPI_Irecv(got, 1, MPI_INT, before, 3, world, &pair[1]);
  MPI_Send(mine, 1, MPI_INT, next, 3, world);
  int index;
  MPI_Waitany(2, pair, &index, MPI_STATUS_IGNORE);
  MPI_Waitany(2, pair, &index, MPI_STATUS_IGNORE);
  show("MPI_File_iwrite_at", got, 1);
  MPI_File_close(&file);
}

static void dynamic(void) {
  MPI_Comm made;
  char port[MPI_MAX_PORT_NAME] = "", name[] = "dps-test";
  int codes[5] = {0};
  MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  codes[0] = MPI_Open_port(MPI_INFO_NULL, port);
  codes[1] = MPI_Publish_name(name, MPI_INFO_NULL, port);
  codes[2] = MPI_Comm_spawn("true", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &made,
                            MPI_ERRCODES_IGNORE);
  codes[3] = MPI_Comm_accept(port, MPI_INFO_NULL, 0, world, &made);
  codes[4] = MPI_Close_port(port);
  for (int i = 0; i < 5; ++i) {
    int kind = 0;
    MPI_Error_class(codes[i], &kind);
    codes[i] = kind == MPI_ERR_UNSUPPORTED_OPERATION;
  }
  show("refused", codes, 5);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  world = MPI_COMM_WORLD;
  MPI_Comm_rank(world, &rank);
  MPI_Comm_size(world, &size);
  next = (rank + 1) % size;
  before = (rank + size - 1) % size;
  for (int i = 0; i < kMost; ++i) {
    counts[i] = 1;
    places[i] = 2 * i;
    bytes_at[i] = 8 * i;
    types[i] = MPI_INT;
  }
  const char* class = argc > 1 ? argv[1] : "";
  if (strcmp(class, "messages") == 0) {
    messages();
  } else if (strcmp(class, "probes") == 0) {
    probes();
  } else if (strcmp(class, "persistent") == 0) {
    persistent();
  } else if (strcmp(class, "requests") == 0) {
    requests();
  } else if (strcmp(class, "collectives") == 0) {
    collectives(world, size);
    open_collectives();
  } else if (strcmp(class, "neighbours") == 0) {
    neighbours();
  } else if (strcmp(class, "communicators") == 0) {
    communicators();
  } else if (strcmp(class, "windows") == 0) {
    windows();
  } else if (strcmp(class, "files") == 0 && argc > 2) {
    files(argv[2]);
  } else if (strcmp(class, "dynamic") == 0) {
    dynamic();
  }
  MPI_Finalize();
  return 0;
}
