/* Rank 0 sends messages that are all alike, and locks a window before each, which MPI carries out
 * in real time; meanwhile virtual time goes on, as ranks 1 and 2 exchange messages. */
#include <mpi.h>
#include <unistd.h>

enum { kRounds = 20, kExchanges = 400, kBall = 1, kNote = 2 };

static void lock_and_send(MPI_Win window) {
  for (int i = 0; i < kRounds; ++i) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    usleep(1000);
    MPI_Win_unlock(0, window);
    MPI_Send(NULL, 0, MPI_INT, 1, kNote, MPI_COMM_WORLD);
    MPI_Send(NULL, 0, MPI_INT, 1, kNote, MPI_COMM_WORLD);
  }
}

static void exchange(int rank) {
  for (int i = 0; i < kExchanges; ++i) {
    if (i % 2 == rank % 2) {
      MPI_Send(NULL, 0, MPI_INT, 3 - rank, kBall, MPI_COMM_WORLD);
    } else {
      MPI_Recv(NULL, 0, MPI_INT, 3 - rank, kBall, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
}

int main(int argc, char** argv) {
  int rank, place = 0;
  MPI_Win window;
  MPI_Info info;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(&place, sizeof(place), sizeof(place), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Info_create(&info);
  MPI_Info_set(info, "no_locks", "false");
  MPI_Win_set_info(window, info); /* all ranks meet in it */
  MPI_Info_free(&info);
  if (rank == 0) {
    lock_and_send(window);
  } else {
    exchange(rank);
  }
  for (int i = 0; rank == 1 && i < 2 * kRounds; ++i) {
    MPI_Recv(NULL, 0, MPI_INT, 0, kNote, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (rank == 0) {
    MPI_Wtime(); /* takes time, before rank 0 is away */
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    MPI_Win_unlock(0, window);
  }
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
