/* A rank that may write only small files: the log of its calls does not fit. */
#include <mpi.h>
#include <stdio.h>
#include <sys/resource.h>

int main(int argc, char** argv) {
  const struct rlimit limit = {100000, 100000};
  MPI_Init(&argc, &argv);
  setrlimit(RLIMIT_FSIZE, &limit);
  for (int i = 0; i < 40000; ++i)
    MPI_Barrier(MPI_COMM_SELF);
  printf("done\n");
  MPI_Finalize();
  return 0;
}
