/* Messages of a rank to itself, by MPI_Irecv, MPI_Send and MPI_Wait, with computing between the
 * calls. Usage: mpi_calls_peer ROUNDS STEPS: so many rounds, and steps of computing before each
 * call. mpi_calls_peer: prints the steps of 1 ms. Prints the wall time and the CPU time of all
 * rounds in seconds, and the bytes of its files without a name, which are the logs of dps. */
#define _GNU_SOURCE
#include <dirent.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

static double cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* A chain in a register: the time of one in memory depends on where the stack begins, and so on the
 * environment. */
double computed; /* visible outside, so that the compiler keeps the chain */

static void compute(long steps) {
  double value = 1;
  for (long i = 0; i < steps; ++i) {
    value = value * 1.0000001;
  }
  computed = value;
}

/* The largest of several rates: other work can only lower it. */
static long steps_of_a_millisecond(void) {
  const long steps = 1000000;
  double least = 1;
  for (int i = 0; i < 20; ++i) {
    const double begin = cpu_seconds();
    compute(steps);
    const double time = cpu_seconds() - begin;
    least = time < least ? time : least;
  }
  return (long)((double)steps / least / 1000);
}

static long long unnamed_bytes(void) {
  long long bytes = 0;
  DIR* folder = opendir("/proc/self/fd");
  for (struct dirent* entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
    struct stat facts;
    if (fstat(atoi(entry->d_name), &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_nlink == 0) {
      bytes += facts.st_size;
    }
  }
  if (folder != NULL) {
    closedir(folder);
  }
  return bytes;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc < 3) {
    printf("%ld\n", steps_of_a_millisecond());
    MPI_Finalize();
    return 0;
  }
  const int rounds = atoi(argv[1]);
  const long steps = atol(argv[2]);
  int value = 0;
  const double begin = MPI_Wtime();
  const double cpu = cpu_seconds();
  for (int i = 0; i < rounds; ++i) {
    MPI_Request request;
    compute(steps);
    MPI_Irecv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);
    compute(steps);
    MPI_Send(&i, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    compute(steps);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  const double used = cpu_seconds() - cpu;
  printf("%.9f %.9f %lld\n", MPI_Wtime() - begin, used, unnamed_bytes());
  MPI_Finalize();
  return 0;
}
