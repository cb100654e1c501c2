/* An MPI program for predictions; the first argument selects a part of it. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mpi_programs/library/dps_mpi.h"

static int rank, ranks;

/* Figure 5.1 of the dissertation: 10 elements to a rank that computes before it receives. */
static void figure51(long steps) {
  long data[10] = {0};
  if (rank == 0) {
    data[9] = 42;
    MPI_Send(data, 10, MPI_LONG, 1, 5, MPI_COMM_WORLD);
  } else {
    dps_compute((double)steps);
    MPI_Status status;
    int count = 0;
    MPI_Recv(data, 10, MPI_LONG, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_LONG, &count);
    printf("%ld %d %d %d\n", data[9], count, status.MPI_SOURCE, status.MPI_TAG);
  }
}

/* A farmer, and workers whose tasks have different lengths; who gets which task depends on that. */
static void farm(int tasks) {
  if (rank == 0) {
    for (int sent = 0, done = 0; done < ranks - 1;) {
      int worker = 0;
      MPI_Recv(&worker, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      const int task = sent < tasks ? sent++ : -1;
      done += task < 0;
      MPI_Send(&task, 1, MPI_INT, worker, 2, MPI_COMM_WORLD);
      if (task >= 0) {
        printf("task %d: %d\n", task, worker);
      }
    }
    return;
  }
  for (int task = 0; task >= 0;) {
    MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Recv(&task, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    dps_compute(task < 0 ? 0 : 100 + (task * 7919) % 1000);
  }
}

static int check(int is_right, const char* what) {
  if (!is_right) {
    printf("wrong: %s\n", what);
  }
  return is_right;
}

/* All data must be those that MPI itself would deliver. */
static void data(void) {
  const int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  int ok = 1, from = -1, sum = 0, three[3] = {rank, -1, -1};
  MPI_Sendrecv(&rank, 1, MPI_INT, right, 1, &from, 1, MPI_INT, left, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  ok &= check(from == left, "MPI_Sendrecv");
  int mine = rank;
  MPI_Sendrecv_replace(&mine, 1, MPI_INT, right, 1, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  ok &= check(mine == left, "MPI_Sendrecv_replace");
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  ok &= check(sum == ranks * (ranks - 1) / 2, "MPI_Allreduce");
  /* Every second element, into a block. */
  MPI_Datatype strided;
  int matrix[8], block[4] = {0};
  for (int i = 0; i < 8; ++i) {
    matrix[i] = 10 * rank + i;
  }
  MPI_Type_vector(4, 1, 2, MPI_INT, &strided);
  MPI_Type_commit(&strided);
  MPI_Sendrecv(matrix, 1, strided, rank, 3, block, 4, MPI_INT, rank, 3, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  ok &= check(block[3] == 10 * rank + 6, "a strided type");
  /* A part of an element. */
  MPI_Datatype pair;
  MPI_Status status;
  int elements = 0;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  int four[4] = {0, 0, 0, 9};
  MPI_Sendrecv(matrix, 3, MPI_INT, rank, 4, four, 2, pair, rank, 4, MPI_COMM_WORLD, &status);
  MPI_Get_elements(&status, pair, &elements);
  ok &= check(elements == 3 && four[2] == 10 * rank + 2 && four[3] == 9, "a part of an element");
  /* A message that is too long. */
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int code = MPI_Sendrecv(matrix, 4, MPI_INT, rank, 6, three, 3, MPI_INT, rank, 6,
                                MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  int kind = 0;
  MPI_Error_class(code, &kind);
  ok &= check(kind == MPI_ERR_TRUNCATE && three[2] == 10 * rank + 2, "a message too long");
  ok &= check(MPI_Send(&rank, 1, MPI_INT, ranks, 1, MPI_COMM_WORLD) != MPI_SUCCESS, "a wrong rank");
  ok &= check(MPI_Send(&rank, -1, MPI_INT, 0, 1, MPI_COMM_WORLD) != MPI_SUCCESS, "a wrong count");
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Send(&rank, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
  MPI_Recv(&from, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &status);
  ok &= check(status.MPI_SOURCE == MPI_PROC_NULL, "MPI_PROC_NULL");
  /* Communicators: halves, a copy, the two halves together, a group. */
  MPI_Comm half, copy, both, merged, group_comm;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  int half_rank, half_size;
  MPI_Comm_rank(half, &half_rank);
  MPI_Comm_size(half, &half_size);
  int token = -1;
  if (half_rank == 0) {
    token = 100 + rank;
    for (int i = 1; i < half_size; ++i) {
      MPI_Send(&token, 1, MPI_INT, i, 7, half);
    }
  } else {
    MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 7, half, &status);
    ok &= check(status.MPI_SOURCE == 0 && token % 2 == rank % 2, "a half");
  }
  MPI_Comm_dup(half, &copy);
  MPI_Barrier(copy);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank % 2 ? (ranks - 1) & ~1 : (ranks - 2) | 1, 8,
                       &both);
  int other = -1;
  const int leader = half_rank == 0 ? 0 : MPI_PROC_NULL;
  MPI_Sendrecv(&rank, 1, MPI_INT, leader, 9, &other, 1, MPI_INT, leader, 9, both,
               MPI_STATUS_IGNORE);
  ok &= check(half_rank != 0 || (other >= 0 && other % 2 != rank % 2), "an intercommunicator");
  MPI_Intercomm_merge(both, rank % 2, &merged);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, merged);
  ok &= check(sum == ranks * (ranks - 1) / 2, "MPI_Intercomm_merge");
  MPI_Group world_group, first_two;
  MPI_Comm_group(MPI_COMM_WORLD, &world_group);
  const int members[2] = {0, 1};
  MPI_Group_incl(world_group, 2, members, &first_two);
  if (rank < 2) {
    MPI_Comm_create_group(MPI_COMM_WORLD, first_two, 3, &group_comm);
    MPI_Barrier(group_comm);
    MPI_Comm_free(&group_comm);
  }
  MPI_Comm_disconnect(&copy);
  const double before = MPI_Wtime();
  dps_compute(1000);
  const double after = MPI_Wtime();
  ok &= check(after - before > 0.00099 && after - before < 0.0011, "MPI_Wtime");
  int all = 0;
  MPI_Reduce(&ok, &all, 1, MPI_INT, MPI_LAND, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    printf("%s\n", all ? "right" : "wrong");
  }
}

/* Requests and probes, with all data checked. */
static void requests(void) {
  enum { kCount = 5 };
  const int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  int in[kCount], out[kCount], ok = 1, done = 0, flag = 0, index = -1, indices[2 * kCount];
  MPI_Request all[2 * kCount];
  MPI_Status statuses[2 * kCount], status;
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < kCount; ++i) {
      in[i] = -1;
      out[i] = 100 * rank + i;
      MPI_Irecv(&in[i], 1, MPI_INT, i % 2 ? left : MPI_ANY_SOURCE, i, MPI_COMM_WORLD, &all[i]);
    }
    for (int i = 0; i < kCount; ++i) {
      MPI_Isend(&out[i], 1, MPI_INT, right, i, MPI_COMM_WORLD, &all[kCount + i]);
    }
    if (round == 0) {
      MPI_Waitall(2 * kCount, all, statuses);
      for (int i = 0; i < kCount; ++i) {
        ok &= check(statuses[i].MPI_SOURCE == left && statuses[i].MPI_TAG == i, "a status");
      }
    } else if (round == 1) {
      for (int left_over = 2 * kCount; left_over > 0; --left_over) {
        MPI_Waitany(2 * kCount, all, &index, &status);
        ok &= check(index >= 0 && all[index] == MPI_REQUEST_NULL, "MPI_Waitany");
      }
      MPI_Waitany(2 * kCount, all, &index, MPI_STATUS_IGNORE);
      ok &= check(index == MPI_UNDEFINED, "MPI_Waitany of nothing");
    } else if (round == 2) {
      for (int left_over = 2 * kCount; left_over > 0; left_over -= done) {
        MPI_Waitsome(2 * kCount, all, &done, indices, statuses);
      }
    } else {
      for (flag = 0; !flag;) {
        MPI_Testall(2 * kCount, all, &flag, MPI_STATUSES_IGNORE);
      }
    }
    for (int i = 0; i < kCount; ++i) {
      ok &= check(in[i] == 100 * left + i, "the data of a request");
    }
  }
  /* A probe for a message of unknown length. */
  MPI_Request request;
  MPI_Issend(out, 1 + rank % kCount, MPI_INT, right, 8, MPI_COMM_WORLD, &request);
  for (flag = 0; !flag;) {
    MPI_Iprobe(MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, &flag, &status);
  }
  MPI_Probe(left, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
  int count = 0;
  MPI_Get_count(&status, MPI_INT, &count);
  ok &= check(count == 1 + left % kCount && status.MPI_SOURCE == left, "MPI_Probe");
  MPI_Recv(in, count, MPI_INT, left, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (flag = 0; !flag;) {
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  }
  ok &= check(request == MPI_REQUEST_NULL, "MPI_Test");
  /* A type that is freed before its message comes. */
  MPI_Datatype strided;
  int matrix[4] = {-1, -1, -1, -1};
  MPI_Type_vector(2, 1, 2, MPI_INT, &strided);
  MPI_Type_commit(&strided);
  MPI_Irecv(matrix, 1, strided, left, 9, MPI_COMM_WORLD, &request);
  MPI_Type_free(&strided);
  MPI_Send(out, 2, MPI_INT, right, 9, MPI_COMM_WORLD);
  MPI_Wait(&request, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  ok &=
      check(count == 2 && matrix[0] == 100 * left && matrix[1] == -1 && matrix[2] == 100 * left + 1,
            "a freed type");
  MPI_Irecv(matrix, 1, MPI_INT, MPI_PROC_NULL, 9, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, &status);
  ok &= check(status.MPI_SOURCE == MPI_PROC_NULL, "a request of MPI_PROC_NULL");
  int result = 0;
  MPI_Reduce(&ok, &result, 1, MPI_INT, MPI_LAND, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    printf("%s\n", result ? "right" : "wrong");
  }
}

/* Computes for this many milliseconds of CPU time. */
static void spin(int milliseconds) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  const double end = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec + 1e-3 * milliseconds;
  do {
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  } while ((double)now.tv_sec + 1e-9 * (double)now.tv_nsec < end);
  MPI_Barrier(MPI_COMM_WORLD);
}

/* All ranks compute, and receive before any of them sends. */
static void deadlock(int steps) {
  int from = 0;
  dps_compute(steps);
  MPI_Recv(&from, 1, MPI_INT, (rank + 1) % ranks, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* The first rank dies by a signal while the others wait for it. */
static void death(void) {
  if (rank == 0) {
    abort();
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

static void collectives(void) {
  long block[64] = {0}, all[64] = {0};
  int counts[64], at[64];
  for (int i = 0; i < 64; ++i) {
    counts[i] = 1;
    at[i] = i;
  }
  MPI_Comm world = MPI_COMM_WORLD;
  MPI_Barrier(world);
  MPI_Bcast(block, 10, MPI_LONG, 0, world);
  MPI_Gather(block, 2, MPI_LONG, all, 2, MPI_LONG, 0, world);
  MPI_Allgather(block, 2, MPI_LONG, all, 2, MPI_LONG, world);
  MPI_Reduce(block, all, 3, MPI_LONG, MPI_SUM, 0, world);
  MPI_Allreduce(block, all, 3, MPI_LONG, MPI_SUM, world);
  MPI_Alltoall(block, 1, MPI_LONG, all, 1, MPI_LONG, world);
  MPI_Alltoallv(block, counts, at, MPI_LONG, all, counts, at, MPI_LONG, world);
  MPI_Scan(block, all, 3, MPI_LONG, MPI_SUM, world);
  MPI_Reduce_scatter(block, all, counts, MPI_LONG, MPI_SUM, world);
  MPI_Reduce_scatter_block(block, all, 1, MPI_LONG, MPI_SUM, world);
}

/* Rounds of messages in a ring, wildcards, polls and a collective operation. */
static void rounds(int count) {
  const int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  for (int i = 0; i < count; ++i) {
    int from = 0, sum = 0, done = 0;
    MPI_Request request;
    dps_compute((rank * 7 + i) % 5);
    MPI_Irecv(&from, 1, MPI_INT, i % 2 ? left : MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &request);
    MPI_Send(&rank, 1, MPI_INT, right, 1, MPI_COMM_WORLD);
    while (!done) {
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    }
    if (i % 16 == 0) {
      MPI_Allreduce(&from, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
  }
}

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const char* what = argc > 1 ? argv[1] : "";
  const int number = argc > 2 ? atoi(argv[2]) : 0;
  if (strcmp(what, "figure51") == 0) {
    figure51(number);
  } else if (strcmp(what, "farm") == 0) {
    farm(number);
  } else if (strcmp(what, "data") == 0) {
    data();
  } else if (strcmp(what, "requests") == 0) {
    requests();
  } else if (strcmp(what, "rounds") == 0) {
    rounds(number);
  } else if (strcmp(what, "spin") == 0) {
    spin(number);
  } else if (strcmp(what, "deadlock") == 0) {
    deadlock(number);
  } else if (strcmp(what, "left") == 0) {
    if (rank == 0)
      deadlock(0);
  } else if (strcmp(what, "exchange") == 0) {
    int other = 1 - rank;
    MPI_Send(&rank, 1, MPI_INT, other, 5, MPI_COMM_WORLD);
    MPI_Recv(&other, 1, MPI_INT, other, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (strcmp(what, "death") == 0) {
    death();
  } else if (strcmp(what, "collectives") == 0) {
    collectives();
  } else if (strcmp(what, "phases") == 0) {
    dps_phase("first");
    dps_compute(10);
    MPI_Barrier(MPI_COMM_WORLD);
    dps_phase("second");
    dps_compute(20);
  } else if (strcmp(what, "window") == 0) {
    MPI_Win window;
    MPI_Win_create(&rank, sizeof(rank), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_free(&window);
  } else if (strcmp(what, "flood") == 0 && rank == 0) {
    static char block[1 << 20];
    for (int i = 0; i < number; ++i) {
      MPI_Send(block, sizeof(block), MPI_CHAR, 1, 5, MPI_COMM_WORLD);
    }
  }
  MPI_Finalize();
  return 0;
}
