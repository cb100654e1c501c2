/* Collective operations of two groups, the first of which has every third rank, with known results:
 * prints the operations with wrong results, and at the end the number of ranks. `times` prints the
 * time of a broadcast of three ranks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMost = 64 };

static int rank, ranks;
static int is_first;         /* this rank is in the first group */
static int self, own, other; /* the rank in the own group, and the sizes of both */
static int others[kMost];    /* the ranks in MPI_COMM_WORLD of the other group */
static MPI_Comm between;

static void check(int is_right, const char* what) {
  if (!is_right) {
    printf("p[%d]: wrong: %s\n", rank, what);
  }
}

/* Calls the function, or its form that does not block. */
#define CALL(is_i, name, iname, ...)               \
  do {                                             \
    MPI_Request request;                           \
    if (is_i) {                                    \
      MPI_##iname(__VA_ARGS__, between, &request); \
      MPI_Wait(&request, MPI_STATUS_IGNORE);       \
    } else {                                       \
      MPI_##name(__VA_ARGS__, between);            \
    }                                              \
  } while (0)

static void begin(void) {
  MPI_Comm half;
  is_first = rank % 3 == 0;
  MPI_Comm_split(MPI_COMM_WORLD, is_first, rank, &half);
  MPI_Comm_rank(half, &self);
  MPI_Comm_size(half, &own);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, is_first ? 1 : 0, 7, &between);
  MPI_Comm_remote_size(between, &other);
  for (int r = 0, n = 0; r < ranks; ++r) {
    if ((r % 3 == 0) != is_first) {
      others[n++] = r;
    }
  }
  MPI_Comm_free(&half);
}

/* The root is the last rank of the first or of the second group. */
static void rooted(int is_i, int in_first) {
  const int is_of_root = is_first == in_first;
  const int is_root = is_of_root && self == own - 1;
  const int root = is_root ? MPI_ROOT : is_of_root ? MPI_PROC_NULL : other - 1;
  const int root_rank = is_root ? rank : is_of_root ? -1 : others[other - 1];
  int all[kMost * 4], counts[kMost], at[kMost], block[kMost];
  int three[3] = {is_root ? rank : -1, -1, is_root ? 9 : -1};
  CALL(is_i, Bcast, Ibcast, three, 3, MPI_INT, root);
  check(is_of_root || (three[0] == root_rank && three[2] == 9), "bcast");
  check(!is_of_root || is_root || three[0] == -1, "bcast changes what takes no part");

  memset(all, 0, sizeof(all));
  int mine = 10 * rank;
  CALL(is_i, Gather, Igather, &mine, 1, MPI_INT, all, 1, MPI_INT, root);
  for (int i = 0; is_root && i < other; ++i) {
    check(all[i] == 10 * others[i], "gather");
  }
  for (int i = 0; i < other; ++i) {
    counts[i] = i % 4;
    at[i] = 4 * i;
  }
  for (int i = 0; i < 4; ++i) {
    block[i] = 100 * rank + i;
  }
  CALL(is_i, Gatherv, Igatherv, block, self % 4, MPI_INT, all, counts, at, MPI_INT, root);
  for (int i = 0; is_root && i < other; ++i) {
    for (int k = 0; k < counts[i]; ++k) {
      check(all[at[i] + k] == 100 * others[i] + k, "gatherv");
    }
  }
  memset(block, 0, sizeof(block));
  CALL(is_i, Scatterv, Iscatterv, all, counts, at, MPI_INT, block, self % 4, MPI_INT, root);
  for (int k = 0; !is_of_root && k < self % 4; ++k) {
    check(block[k] == 100 * rank + k, "scatterv");
  }
  for (int i = 0; i < other; ++i) {
    all[i] = 3 * others[i];
  }
  CALL(is_i, Scatter, Iscatter, all, 1, MPI_INT, &mine, 1, MPI_INT, root);
  check(mine == (is_of_root ? 10 : 3) * rank, "scatter");

  long sum[2] = {rank, 1}, result[2] = {-1, -1};
  CALL(is_i, Reduce, Ireduce, sum, result, 2, MPI_LONG, MPI_SUM, root);
  long expected = 0;
  for (int i = 0; i < other; ++i) {
    expected += others[i];
  }
  check(!is_root || (result[0] == expected && result[1] == other), "reduce");
  check(is_root || result[0] == -1, "reduce changes what is not the root's");
}

static void of_all(int is_i) {
  int all[kMost * 4], mine[kMost * 4], counts[kMost], at[kMost], its_counts[kMost], its_at[kMost];
  MPI_Datatype types[kMost];
  CALL(is_i, Allgather, Iallgather, &rank, 1, MPI_INT, all, 1, MPI_INT);
  for (int i = 0; i < other; ++i) {
    check(all[i] == others[i], "allgather");
    counts[i] = i % 3;
    at[i] = 4 * i;
  }
  for (int i = 0; i < other * 4; ++i) {
    mine[i] = 1000 * rank + i;
  }
  CALL(is_i, Allgatherv, Iallgatherv, mine, self % 3, MPI_INT, all, counts, at, MPI_INT);
  for (int i = 0; i < other; ++i) {
    for (int k = 0; k < i % 3; ++k) {
      check(all[4 * i + k] == 1000 * others[i] + k, "allgatherv");
    }
  }
  CALL(is_i, Alltoall, Ialltoall, mine, 1, MPI_INT, all, 1, MPI_INT);
  for (int i = 0; i < other; ++i) {
    check(all[i] == 1000 * others[i] + self, "alltoall");
    counts[i] = (rank + others[i]) % 2; /* to the i-th, and from it */
    its_counts[i] = counts[i];
    at[i] = 4 * i;
    its_at[i] = i;
  }
  memset(all, 0, sizeof(all));
  CALL(is_i, Alltoallv, Ialltoallv, mine, counts, at, MPI_INT, all, its_counts, its_at, MPI_INT);
  for (int i = 0; i < other; ++i) {
    check(all[i] == (counts[i] ? 1000 * others[i] + 4 * self : 0), "alltoallv");
    types[i] = MPI_INT;
    at[i] = its_at[i] = i * (int)sizeof(int);
  }
  memset(all, 0, sizeof(all));
  CALL(is_i, Alltoallw, Ialltoallw, mine, counts, at, types, all, its_counts, its_at, types);
  for (int i = 0; i < other; ++i) {
    check(all[i] == (counts[i] ? 1000 * others[i] + self : 0), "alltoallw");
  }
}

static void reductions(int is_i) {
  int most = -1, sum = 0, counts[kMost];
  CALL(is_i, Allreduce, Iallreduce, &rank, &most, 1, MPI_INT, MPI_MAX);
  check(most == others[other - 1], "allreduce");
  for (int i = 0; i < other; ++i) {
    sum += others[i];
  }
  /* Both groups have vectors of own * other elements. */
  int parts[kMost * 4], block[kMost];
  for (int i = 0; i < own * other; ++i) {
    parts[i] = rank * i;
  }
  for (int i = 0; i < own; ++i) {
    counts[i] = other;
  }
  CALL(is_i, Reduce_scatter, Ireduce_scatter, parts, block, counts, MPI_INT, MPI_SUM);
  for (int k = 0; k < other; ++k) {
    check(block[k] == sum * (self * other + k), "reduce_scatter");
  }
  memset(block, 0, sizeof(block));
  CALL(is_i, Reduce_scatter_block, Ireduce_scatter_block, parts, block, other, MPI_INT, MPI_SUM);
  for (int k = 0; k < other; ++k) {
    check(block[k] == sum * (self * other + k), "reduce_scatter_block");
  }
}

/* Without a prediction, Open MPI crashes in the scans. */
static void errors(void) {
  int mine = 1, got = 0;
  MPI_Comm_set_errhandler(between, MPI_ERRORS_RETURN);
  check(MPI_Scan(&mine, &got, 1, MPI_INT, MPI_SUM, between) != MPI_SUCCESS, "scan is an error");
  check(MPI_Exscan(&mine, &got, 1, MPI_INT, MPI_SUM, between) != MPI_SUCCESS, "so is exscan");
  check(MPI_Allgather(MPI_IN_PLACE, 1, MPI_INT, &got, 1, MPI_INT, between) != MPI_SUCCESS,
        "so are data in place");
  check(MPI_Bcast(&mine, 1, MPI_INT, other, between) != MPI_SUCCESS, "so is a root of nobody");
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  begin();
  const char* class = argc > 1 ? argv[1] : "";
  if (strcmp(class, "times") == 0) {
    /* The broadcast goes from p[2] to p[0]. */
    char data[64] = "";
    double begun = MPI_Wtime();
    MPI_Bcast(data, 64, MPI_CHAR, is_first ? 1 : self == 1 ? MPI_ROOT : MPI_PROC_NULL, between);
    const double ended = MPI_Wtime();
    if (rank == 0) {
      MPI_Recv(&begun, 1, MPI_DOUBLE, 2, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 2) {
      MPI_Send(&begun, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
    }
    printf("p[%d] %.0f ns\n", rank, 1e9 * (ended - begun));
    MPI_Finalize();
    return 0;
  }
  for (int is_i = 0; is_i < 2; ++is_i) {
    rooted(is_i, 0);
    rooted(is_i, 1);
    of_all(is_i);
    reductions(is_i);
    MPI_Barrier(between);
  }
  if (strcmp(class, "errors") == 0) {
    errors();
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    printf("%d ranks\n", ranks);
  }
  MPI_Finalize();
  return 0;
}
