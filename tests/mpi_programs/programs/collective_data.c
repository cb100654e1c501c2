/* Collective operations whose results are known: prints the operations with wrong results, and at
 * the end the number of ranks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, ranks;

static void check(int is_right, const char* what) {
  if (!is_right) {
    printf("p[%d]: wrong: %s\n", rank, what);
  }
}

/* Matrices of 2 x 2, whose product depends on the order. */
static void multiply(void* left, void* right, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; ++i) {
    const long* a = (long*)left + 4 * i;
    long* b = (long*)right + 4 * i;
    const long c[4] = {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],
                       a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3]};
    memcpy(b, c, sizeof(c));
  }
}

static void finish(MPI_Request* request, int waits) {
  if (waits) {
    MPI_Wait(request, MPI_STATUS_IGNORE);
  }
}

/* Calls the function, or its form that does not block. */
#define CALL(is_i, name, iname, ...)      \
  do {                                    \
    MPI_Request request;                  \
    if (is_i) {                           \
      MPI_##iname(__VA_ARGS__, &request); \
    } else {                              \
      MPI_##name(__VA_ARGS__);            \
    }                                     \
    finish(&request, is_i);               \
  } while (0)

static void rooted(int is_i, int root) {
  int* all = calloc((size_t)ranks * (size_t)ranks, sizeof(int));
  int *counts = calloc((size_t)ranks, sizeof(int)), *at = calloc((size_t)ranks, sizeof(int));
  int three[3] = {rank == root ? 7 : 0, 0, rank == root ? 9 : 0};
  CALL(is_i, Bcast, Ibcast, three, 3, MPI_INT, root, MPI_COMM_WORLD);
  check(three[0] == 7 && three[2] == 9, "bcast");

  const int own = 10 * rank;
  CALL(is_i, Gather, Igather, &own, 1, MPI_INT, all, 1, MPI_INT, root, MPI_COMM_WORLD);
  for (int r = 0; rank == root && r < ranks; ++r) {
    check(all[r] == 10 * r, "gather");
  }
  int mine = -1;
  for (int r = 0; r < ranks; ++r) {
    all[r] = 3 * r;
    counts[r] = r;
    at[r] = r * ranks;
  }
  CALL(is_i, Scatter, Iscatter, all, 1, MPI_INT, rank == root ? MPI_IN_PLACE : &mine, 1, MPI_INT,
       root, MPI_COMM_WORLD);
  check(rank == root || mine == 3 * rank, "scatter");

  int* block = calloc((size_t)ranks, sizeof(int));
  for (int i = 0; i < rank; ++i) {
    block[i] = 100 * rank + i;
  }
  memset(all, 0, (size_t)ranks * (size_t)ranks * sizeof(int));
  CALL(is_i, Gatherv, Igatherv, block, rank, MPI_INT, all, counts, at, MPI_INT, root,
       MPI_COMM_WORLD);
  for (int r = 0; rank == root && r < ranks; ++r) {
    for (int i = 0; i < r; ++i) {
      check(all[r * ranks + i] == 100 * r + i, "gatherv");
    }
  }
  memset(block, 0, (size_t)ranks * sizeof(int));
  CALL(is_i, Scatterv, Iscatterv, all, counts, at, MPI_INT, block, rank, MPI_INT, root,
       MPI_COMM_WORLD);
  for (int i = 0; i < rank; ++i) {
    check(block[i] == 100 * rank + i, "scatterv");
  }
  long sum[2] = {rank, 1};
  CALL(is_i, Reduce, Ireduce, rank == root ? MPI_IN_PLACE : sum, sum, 2, MPI_LONG, MPI_SUM, root,
       MPI_COMM_WORLD);
  check(rank != root || (sum[0] == ranks * (ranks - 1) / 2 && sum[1] == ranks), "reduce");
  free(all), free(counts), free(at), free(block);
}

static void of_all(int is_i) {
  int* all = calloc((size_t)ranks * (size_t)ranks, sizeof(int));
  int* mine = calloc((size_t)ranks * (size_t)ranks, sizeof(int));
  int *counts = calloc((size_t)ranks, sizeof(int)), *at = calloc((size_t)ranks, sizeof(int));
  MPI_Datatype* types = calloc((size_t)ranks, sizeof(MPI_Datatype));
  int* its_counts = calloc((size_t)ranks, sizeof(int));
  all[rank] = rank + 5;
  CALL(is_i, Allgather, Iallgather, MPI_IN_PLACE, 0, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
  for (int r = 0; r < ranks; ++r) {
    check(all[r] == r + 5, "allgather");
    counts[r] = r % 3;
    at[r] = r * ranks;
  }
  for (int i = 0; i < ranks; ++i) {
    mine[i] = 1000 * rank + i;
  }
  CALL(is_i, Allgatherv, Iallgatherv, mine, rank % 3, MPI_INT, all, counts, at, MPI_INT,
       MPI_COMM_WORLD);
  for (int r = 0; r < ranks; ++r) {
    for (int i = 0; i < r % 3; ++i) {
      check(all[r * ranks + i] == 1000 * r + i, "allgatherv");
    }
  }
  CALL(is_i, Alltoall, Ialltoall, mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
  for (int r = 0; r < ranks; ++r) {
    check(all[r] == 1000 * r + rank, "alltoall");
    counts[r] = (rank + r) % 2; /* to r, and from r */
    its_counts[r] = (rank + r) % 2;
    at[r] = r;
  }
  memset(all, 0, (size_t)ranks * sizeof(int));
  CALL(is_i, Alltoallv, Ialltoallv, mine, counts, at, MPI_INT, all, its_counts, at, MPI_INT,
       MPI_COMM_WORLD);
  for (int r = 0; r < ranks; ++r) {
    check(all[r] == ((rank + r) % 2 ? 1000 * r + rank : 0), "alltoallv");
    types[r] = MPI_INT;
    at[r] = r * (int)sizeof(int);
  }
  memset(all, 0, (size_t)ranks * sizeof(int));
  CALL(is_i, Alltoallw, Ialltoallw, mine, counts, at, types, all, its_counts, at, types,
       MPI_COMM_WORLD);
  for (int r = 0; r < ranks; ++r) {
    check(all[r] == ((rank + r) % 2 ? 1000 * r + rank : 0), "alltoallw");
  }
  free(all), free(mine), free(counts), free(at), free(types), free(its_counts);
}

static void reductions(int is_i) {
  double value = rank + 0.5, most = 0;
  CALL(is_i, Allreduce, Iallreduce, &value, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  check(most == ranks - 0.5, "allreduce");
  int sum = rank;
  CALL(is_i, Scan, Iscan, MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  check(sum == rank * (rank + 1) / 2, "scan");
  int before = -1;
  CALL(is_i, Exscan, Iexscan, &rank, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  check(rank == 0 || before == rank * (rank - 1) / 2, "exscan");
  int *parts = calloc((size_t)ranks * 2, sizeof(int)), *counts = calloc((size_t)ranks, sizeof(int));
  for (int r = 0; r < ranks; ++r) {
    parts[2 * r] = parts[2 * r + 1] = rank + r;
    counts[r] = 2;
  }
  int two[2] = {0, 0};
  const int expected = ranks * (ranks - 1) / 2 + ranks * rank;
  CALL(is_i, Reduce_scatter, Ireduce_scatter, parts, two, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  check(two[0] == expected && two[1] == expected, "reduce_scatter");
  two[1] = 0;
  CALL(is_i, Reduce_scatter_block, Ireduce_scatter_block, parts, two, 2, MPI_INT, MPI_SUM,
       MPI_COMM_WORLD);
  check(two[0] == expected && two[1] == expected, "reduce_scatter_block");

  MPI_Datatype matrix;
  MPI_Op product;
  MPI_Type_contiguous(4, MPI_LONG, &matrix);
  MPI_Type_commit(&matrix);
  MPI_Op_create(multiply, 0, &product);
  const long own[4] = {1, rank + 1, 0, rank + 2};
  long result[4] = {0, 0, 0, 0}, right[4] = {1, 1, 0, 2};
  CALL(is_i, Allreduce, Iallreduce, own, result, 1, matrix, product, MPI_COMM_WORLD);
  for (int r = 1; r < ranks; ++r) {
    long next[4] = {1, r + 1, 0, r + 2};
    int one = 1;
    multiply(right, next, &one, &matrix);
    memcpy(right, next, sizeof(right));
  }
  check(memcmp(result, right, sizeof(right)) == 0, "a product that does not commute");
  MPI_Op_free(&product);
  MPI_Type_free(&matrix);
  free(parts), free(counts);
}

static void communicators(void) {
  MPI_Comm half, copy;
  int half_rank = -1, half_size = 0, sum = 0, one = 1;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  MPI_Comm_rank(half, &half_rank);
  MPI_Comm_size(half, &half_size);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, half);
  check(sum == half_size, "allreduce in half of the ranks");
  MPI_Comm_dup(half, &copy);
  int first = half_rank == 0 ? rank : -1;
  MPI_Bcast(&first, 1, MPI_INT, 0, copy);
  check(first >= rank && first % 2 == rank % 2, "bcast in a copy");
  MPI_Barrier(MPI_COMM_SELF);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
  check(sum == rank, "allreduce with itself");
  MPI_Comm_free(&copy);
  MPI_Comm_free(&half);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int is_i = 0; is_i < 2; ++is_i) {
    rooted(is_i, 0);
    rooted(is_i, ranks - 1);
    of_all(is_i);
    reductions(is_i);
  }
  communicators();
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    printf("%d ranks\n", ranks);
  }
  MPI_Finalize();
  return 0;
}
