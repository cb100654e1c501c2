/* Calls functions of all classes a known number of times; bindings.f90 makes the same calls.
 * Usage: bindings FILE */
#include <mpi.h>
#include <stdio.h>

enum { kCount = 4 };

static int rank, size, next, before, total;
static int one[kCount] = {1, 1, 1, 1}, two[64];

static void messages(void) {
  MPI_Request request;
  MPI_Message message;
  MPI_Status status;
  static int room[1000];
  int done;
  MPI_Irecv(two, kCount, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &request);
  MPI_Ssend(one, kCount, MPI_INT, next, 1, MPI_COMM_WORLD);
  MPI_Wait(&request, &status);
  MPI_Get_count(&status, MPI_INT, &done);
  total += done;
  MPI_Irecv(two, kCount, MPI_INT, before, 2, MPI_COMM_WORLD, &request);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Rsend(one, kCount, MPI_INT, next, 2, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Buffer_attach(room, sizeof(room));
  MPI_Bsend(one, kCount, MPI_INT, next, 3, MPI_COMM_WORLD);
  MPI_Probe(before, 3, MPI_COMM_WORLD, &status);
  MPI_Recv(two, kCount, MPI_INT, before, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv_replace(two, kCount, MPI_INT, next, 4, before, 4, MPI_COMM_WORLD, &status);
  MPI_Isend(one, kCount, MPI_INT, next, 5, MPI_COMM_WORLD, &request);
  MPI_Mprobe(before, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Imrecv(two, kCount, MPI_INT, &message, &request);
  MPI_Wait(&request, &status);
  MPI_Irecv(two, kCount, MPI_INT, MPI_PROC_NULL, 6, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, &status);
  MPI_Irecv(two, kCount, MPI_INT, before, 99, MPI_COMM_WORLD, &request);
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &done);
  total += done ? 1 : 0;
}

static int some(MPI_Request pair[2]) {
  int position, flag = 0;
  while (!flag)
    MPI_Testany(2, pair, &position, &flag, MPI_STATUS_IGNORE);
  return position + 1;
}

static void requests(void) {
  MPI_Request pair[2];
  MPI_Status statuses[2];
  int done, flag, indices[2];
  MPI_Recv_init(two, kCount, MPI_INT, before, 7, MPI_COMM_WORLD, &pair[0]);
  MPI_Ssend_init(one, kCount, MPI_INT, next, 7, MPI_COMM_WORLD, &pair[1]);
  MPI_Start(&pair[0]);
  MPI_Start(&pair[1]);
  MPI_Waitall(2, pair, statuses);
  MPI_Startall(2, pair);
  for (int i = 0; i < 2; ++i) {
    MPI_Waitany(2, pair, &done, &statuses[0]);
    total += done + 1;
  }
  MPI_Request_free(&pair[0]);
  MPI_Request_free(&pair[1]);
  for (int i = 1; i <= 4; ++i) {
    MPI_Irecv(two, kCount, MPI_INT, before, 8, MPI_COMM_WORLD, &pair[0]);
    MPI_Issend(one, kCount, MPI_INT, next, 8, MPI_COMM_WORLD, &pair[1]);
    flag = 0;
    if (i == 1) {
      while (!flag)
        MPI_Testall(2, pair, &flag, statuses);
    } else if (i == 2) {
      total += some(pair);
      total += some(pair);
    } else if (i == 3) {
      while (!flag)
        MPI_Request_get_status(pair[0], &flag, &statuses[0]);
      MPI_Waitsome(1, pair, &done, indices, statuses);
      total += indices[0] + 1;
      MPI_Wait(&pair[1], MPI_STATUS_IGNORE);
    } else {
      while (!flag)
        MPI_Test(&pair[0], &flag, MPI_STATUS_IGNORE);
      MPI_Waitsome(2, pair, &done, indices, MPI_STATUSES_IGNORE);
      total += indices[0] + 1;
    }
  }
}

static void collectives(void) {
  MPI_Request request;
  MPI_Datatype types[8];
  int counts[8], places[8];
  for (int i = 0; i < 8; ++i) {
    counts[i] = 1;
    types[i] = MPI_INT;
    places[i] = 4 * i;
  }
  MPI_Bcast(one, kCount, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Gather(one, 1, MPI_INT, two, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Scatter(two, 1, MPI_INT, one, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Allgather(one, 1, MPI_INT, two, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, two, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Alltoall(two, 1, MPI_INT, two + 32, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Alltoallw(two, counts, places, types, two + 32, counts, places, types, MPI_COMM_WORLD);
  MPI_Reduce(one, two, kCount, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, one, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Reduce_scatter(two, two + 32, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Scan(one, two, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  total += two[0];
  MPI_Exscan(one, two, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Iallreduce(one, two, kCount, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  total += two[kCount - 1];
}

static void communicators(void) {
  MPI_Comm copy, half, ring, between, both;
  MPI_Group group, sub;
  MPI_Request request;
  const int zero = 0, yes = 1, side = rank > 0;
  int left, right;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_free(&copy);
  MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(copy);
  MPI_Comm_free(&copy);
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  MPI_Group_incl(group, 1, &zero, &sub);
  MPI_Comm_create(MPI_COMM_WORLD, sub, &copy);
  if (rank == 0)
    MPI_Comm_free(&copy);
  MPI_Group_free(&sub);
  MPI_Group_free(&group);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &yes, 0, &ring);
  MPI_Cart_shift(ring, 0, 1, &left, &right);
  total += left + right;
  MPI_Neighbor_allgather(one, 1, MPI_INT, two, 1, MPI_INT, ring);
  MPI_Comm_free(&ring);
  MPI_Comm_split(MPI_COMM_WORLD, side, 0, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 11, &between);
  MPI_Intercomm_merge(between, side, &both);
  MPI_Bcast(one, 1, MPI_INT, 0, both);
  MPI_Comm_disconnect(&between);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
}

static void windows(void) {
  MPI_Win window;
  MPI_Win_create(two, sizeof(two), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Put(one, 1, MPI_INT, next, 2, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  MPI_Get(one, 1, MPI_INT, next, 2, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  MPI_Win_lock(MPI_LOCK_SHARED, next, 0, window);
  MPI_Accumulate(one, 1, MPI_INT, next, 2, 1, MPI_INT, MPI_SUM, window);
  MPI_Win_unlock(next, window);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&window);
  total += two[2];
  void* address;
  MPI_Win_allocate(sizeof(two), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &address, &window);
  MPI_Win_free(&window);
}

static void files(const char* path) {
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  MPI_File_write_at(file, 4 * rank, one, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_read_at_all(file, 4 * next, two, 1, MPI_INT, MPI_STATUS_IGNORE);
  total += two[0];
  MPI_File_close(&file);
}

static void others(void) {
  MPI_Datatype type;
  MPI_Info info;
  int place, flag;
  char packed[64];
  MPI_Type_vector(2, 1, 2, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Type_size(type, &place);
  total += place;
  MPI_Type_free(&type);
  MPI_Info_create(&info);
  MPI_Info_set(info, "key", "value");
  MPI_Info_get_nkeys(info, &place);
  total += place;
  MPI_Info_free(&info);
  place = 0;
  MPI_Pack(one, 1, MPI_INT, packed, sizeof(packed), &place, MPI_COMM_WORLD);
  total += place;
  MPI_Initialized(&flag);
  total += flag ? 1 : 0;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  next = (rank + 1) % size;
  before = (rank + size - 1) % size;
  messages();
  requests();
  collectives();
  communicators();
  windows();
  files(argv[1]);
  others();
  printf("rank %d total %d\n", rank, total);
  MPI_Finalize();
  return 0;
}
