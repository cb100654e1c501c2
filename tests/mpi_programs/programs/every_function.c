/* Calls every function that a prediction treats in its own way, and prints the received data:
 * they are the same under mpirun and in a prediction. Usage: every_function CLASS [FILE] */
#include "every_function.h"

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
  begin(&argc, &argv);
  const char* class = argc > 1 ? argv[1] : "";
  if (strcmp(class, "messages") == 0) {
    messages();
  } else if (strcmp(class, "probes") == 0) {
    probes();
  } else if (strcmp(class, "persistent") == 0) {
    persistent();
  } else if (strcmp(class, "requests") == 0) {
    requests();
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
