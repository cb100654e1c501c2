/* A program for several hosts: rank 0 sends to each other rank and takes the answer, ROUNDS times,
 * then all call MPI_Barrier. With a second argument, that rank kills itself after so many rounds;
 * with "abort", it calls MPI_Abort; with "exit", it ends without MPI_Finalize; with "late", it
 * kills itself a second later; with "absent", it does not come to MPI_Init, in which the others
 * wait for it. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void end_here(const char* how) {
  if (strcmp(how, "abort") == 0) {
    MPI_Abort(MPI_COMM_WORLD, 3);
  } else if (strcmp(how, "exit") == 0) {
    exit(4);
  } else {
    sleep(strcmp(how, "late") == 0 ? 1 : 0);
    kill(getpid(), SIGKILL);
  }
}

int main(int argc, char** argv) {
  int rank, size, rounds = argc > 1 ? atoi(argv[1]) : 10;
  int victim = argc > 2 ? atoi(argv[2]) : -1;
  const char* own = getenv("OMPI_COMM_WORLD_RANK");
  if (argc > 3 && strcmp(argv[3], "absent") == 0 && own != NULL && atoi(own) == victim) {
    pause();
  }
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const double begin = MPI_Wtime();
  int has_told = 0;
  for (int i = 0; i < rounds; ++i) {
    int number = i;
    if (rank == victim && i == rounds / 2) {
      end_here(argc > 3 ? argv[3] : "kill");
    }
    if (rank == 0 && !has_told && MPI_Wtime() - begin > 1) {
      printf("a second so far\n");
      fflush(stdout);
      has_told = 1;
    }
    if (rank == 0) {
      for (int to = 1; to < size; ++to) {
        MPI_Send(&number, 1, MPI_INT, to, 5, MPI_COMM_WORLD);
        MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
      }
    } else {
      MPI_Recv(&number, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(&number, 1, MPI_INT, 0, 6, MPI_COMM_WORLD);
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    printf("%d rounds\n", rounds);
  }
  MPI_Finalize();
  return 0;
}
