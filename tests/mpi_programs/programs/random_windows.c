/* Random calls that MPI carries out in real time during a prediction (windows, shared memory, a
 * file), and messages between them, from a seed that all ranks share. Prints the sum of the
 * values that all ranks have read, which does not depend on the order of ranks. Usage:
 * random_windows SEED FILE */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kRounds = 25, kPlaces = 64, kShared = 40, kCounter = 50, kTicket = 60, kServed = 61 };

static unsigned state;
static int below(int n) { /* the same in all ranks */
  state = state * 1664525u + 1013904223u;
  return (int)((state >> 8) % (unsigned)n);
}

static const MPI_Comm world = MPI_COMM_WORLD;
static int rank, size, next, before;
static int* memory;
static MPI_Win window, shared;
static volatile int* word;
static MPI_File file;
static long sum;

static void epochs(int count) {
  for (int i = 0; i < count; ++i) {
    const int value = rank + i;
    MPI_Win_fence(0, window);
    MPI_Put(&value, 1, MPI_INT, next, i, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    sum += memory[i];
  }
}

static void post_and_start(int tests) {
  MPI_Group all, to, from;
  const int value = 3 * rank;
  int flag = 0;
  MPI_Comm_group(world, &all);
  MPI_Group_incl(all, 1, &before, &from);
  MPI_Group_incl(all, 1, &next, &to);
  MPI_Win_post(from, 0, window);
  MPI_Win_start(to, 0, window);
  MPI_Put(&value, 1, MPI_INT, next, kShared, 1, MPI_INT, window);
  MPI_Win_complete(window);
  while (tests && !flag) {
    MPI_Win_test(window, &flag);
  }
  if (!tests) {
    MPI_Win_wait(window);
  }
  sum += memory[kShared];
  MPI_Group_free(&from);
  MPI_Group_free(&to);
  MPI_Group_free(&all);
}

static void count_with_locks(int times) {
  const int one = 1;
  int old;
  for (int i = 0; i < times; ++i) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    MPI_Fetch_and_op(&one, &old, MPI_INT, 0, kCounter, MPI_SUM, window);
    MPI_Win_unlock(0, window);
  }
  MPI_Barrier(world);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Get(&old, 1, MPI_INT, 0, kCounter, 1, MPI_INT, window);
  MPI_Win_unlock(0, window);
  sum += old;
  MPI_Barrier(world);
}

/* One rank after the other is served, in the order of tickets. */
static void take_tickets(int times) {
  const int one = 1, nothing = 0;
  int ticket, served;
  MPI_Win_lock_all(0, window);
  for (int i = 0; i < times; ++i) {
    MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, kTicket, MPI_SUM, window);
    MPI_Win_flush(0, window);
    do {
      MPI_Fetch_and_op(&nothing, &served, MPI_INT, 0, kServed, MPI_NO_OP, window);
      MPI_Win_flush(0, window);
    } while (served != ticket);
    MPI_Fetch_and_op(&one, &served, MPI_INT, 0, kServed, MPI_SUM, window);
    MPI_Win_flush(0, window);
  }
  MPI_Win_unlock_all(window);
}

/* Each rank waits for its turn in shared memory. */
static void spin(void) {
  MPI_Win_lock_all(MPI_MODE_NOCHECK, shared);
  while (*word != rank) {
    MPI_Win_sync(shared);
  }
  *word = rank + 1;
  MPI_Win_sync(shared);
  MPI_Barrier(world);
  sum += *word;
  MPI_Barrier(world);
  if (rank == 0) {
    *word = 0;
  }
  MPI_Win_sync(shared);
  MPI_Win_unlock_all(shared);
  MPI_Barrier(world);
}

static void write_and_read(int some) {
  int sent[4] = {rank, some, rank * some, 1}, read[4], received, left = 2;
  MPI_Request both[2];
  MPI_File_write_at(file, rank * (MPI_Offset)sizeof(sent), sent, 4, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
  MPI_Barrier(world);
  MPI_File_iread_at(file, next * (MPI_Offset)sizeof(read), read, 4, MPI_INT, &both[0]);
  MPI_Irecv(&received, 1, MPI_INT, next, 1, world, &both[1]);
  MPI_Send(&rank, 1, MPI_INT, before, 1, world);
  while (left > 0) {
    int count, which[2];
    MPI_Waitsome(2, both, &count, which, MPI_STATUSES_IGNORE);
    left -= count;
  }
  sum += read[2] + received;
  MPI_Barrier(world);
}

static void exchange(int count) {
  int* sent = calloc((size_t)count, sizeof(int));
  int* received = calloc((size_t)count, sizeof(int));
  MPI_Request request;
  sent[count - 1] = rank;
  MPI_Isend(sent, count, MPI_INT, next, 2, world, &request);
  MPI_Recv(received, count, MPI_INT, before, 2, world, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  sum += received[count - 1];
  free(received);
  free(sent);
}

static void play(void) {
  const int what = below(7), some = 1 + below(5), size_of_message = 1 + below(30000);
  switch (what) {
    case 0:
      return epochs(some);
    case 1:
      return post_and_start((rank + some) % 2);
    case 2:
      return count_with_locks(some);
    case 3:
      return take_tickets(1 + some / 3);
    case 4:
      return spin();
    case 5:
      return write_and_read(some);
    default:
      return exchange(size_of_message);
  }
}

int main(int argc, char** argv) {
  int* own;
  int unit;
  MPI_Aint bytes;
  long all = 0;
  MPI_Init(&argc, &argv);
  if (argc < 3) {
    MPI_Abort(world, 2);
  }
  state = (unsigned)atoi(argv[1]);
  MPI_Comm_rank(world, &rank);
  MPI_Comm_size(world, &size);
  next = (rank + 1) % size;
  before = (rank + size - 1) % size;
  MPI_Win_allocate(kPlaces * sizeof(int), sizeof(int), MPI_INFO_NULL, world, &memory, &window);
  MPI_Win_allocate_shared(rank == 0 ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, world, &own,
                          &shared);
  MPI_Win_shared_query(shared, 0, &bytes, &unit, (void*)&word);
  for (int i = 0; i < kPlaces; ++i) {
    memory[i] = 0;
  }
  if (rank == 0) {
    *word = 0;
  }
  MPI_File_open(world, argv[2], MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  MPI_Barrier(world);
  for (int round = 0; round < kRounds; ++round) {
    play();
  }
  MPI_Reduce(&sum, &all, 1, MPI_LONG, MPI_SUM, 0, world);
  if (rank == 0) {
    printf("sum %ld\n", all);
  }
  MPI_File_close(&file);
  MPI_Win_free(&shared);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
