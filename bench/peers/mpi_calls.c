/* Messages of a rank to itself, by MPI_Irecv, MPI_Send and MPI_Wait, with computing between the
 * calls.
 * mpi_calls_peer                      prints the steps of computing that take 1 ms
 * mpi_calls_peer ROUNDS STEPS         ROUNDS rounds with STEPS steps of computing before each call;
 *                                     prints the wall time and the CPU time of all rounds in
 *                                     seconds, the bytes of its files without a name, which are
 *                                     the logs of dps, and the CPU time of the whole process
 * mpi_calls_peer ROUNDS STEPS BLOCKS  BLOCKS pairs of blocks of ROUNDS rounds: one block calls
 * MPI_Irecv and so on, the other PMPI_Irecv, which nothing records; prints the wall times of each
 * pair in this order */
#define _GNU_SOURCE
#include <dirent.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

static double cpu_seconds_by(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double cpu_seconds(void) {
  return cpu_seconds_by(CLOCK_THREAD_CPUTIME_ID);
}

/* The chain of multiplications is in a register: the time of one in memory depends on the address
 * of the stack, and thus on the environment. */
double computed; /* visible outside, so that the compiler keeps the chain */

static void compute(long steps) {
  double value = 1;
  for (long i = 0; i < steps; ++i) {
    value = value * 1.0000001;
  }
  computed = value;
}

/* Returns the largest of several rates, since other work can only lower them. */
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

struct calls {
  int (*irecv)(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
  int (*send)(const void*, int, MPI_Datatype, int, int, MPI_Comm);
  int (*wait)(MPI_Request*, MPI_Status*);
};

/* Returns the wall time. */
static double take_rounds(const struct calls* by, int rounds, long steps) {
  int value = 0;
  int self = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  const double begin = MPI_Wtime();
  for (int i = 0; i < rounds; ++i) {
    MPI_Request request;
    compute(steps);
    by->irecv(&value, 1, MPI_INT, self, 1, MPI_COMM_WORLD, &request);
    compute(steps);
    by->send(&i, 1, MPI_INT, self, 1, MPI_COMM_WORLD);
    compute(steps);
    by->wait(&request, MPI_STATUS_IGNORE);
  }
  return MPI_Wtime() - begin;
}

int main(int argc, char** argv) {
  const struct calls seen = {MPI_Irecv, MPI_Send, MPI_Wait};
  const struct calls unseen = {PMPI_Irecv, PMPI_Send, PMPI_Wait};
  MPI_Init(&argc, &argv);
  if (argc < 3) {
    printf("%ld\n", steps_of_a_millisecond());
    MPI_Finalize();
    return 0;
  }
  const int rounds = atoi(argv[1]);
  const long steps = atol(argv[2]);
  const int pairs = argc > 3 ? atoi(argv[3]) : 0;
  for (int pair = 0; pair < pairs; ++pair) {
    double times[2];
    const int first = pair % 2; /* in turns, so that a slow change of the speed cancels */
    times[first] = take_rounds(first == 0 ? &seen : &unseen, rounds, steps);
    times[1 - first] = take_rounds(first == 0 ? &unseen : &seen, rounds, steps);
    printf("%.9f %.9f\n", times[0], times[1]);
  }
  if (pairs == 0) {
    const double cpu = cpu_seconds();
    const double of_all = cpu_seconds_by(CLOCK_PROCESS_CPUTIME_ID);
    const double wall = take_rounds(&seen, rounds, steps);
    printf("%.9f %.9f %lld %.9f\n", wall, cpu_seconds() - cpu, unnamed_bytes(),
           cpu_seconds_by(CLOCK_PROCESS_CPUTIME_ID) - of_all);
  }
  MPI_Finalize();
  return 0;
}
