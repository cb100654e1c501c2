// Rank 0 computes three parts of four in thrice() and one in once(), each before a call of its own,
// while rank 1 waits in these calls. "signals": with a profiling timer of its own; "dies": rank 0
// ends after thrice().
#include <errno.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

static const long kRounds = 25000000;
static volatile sig_atomic_t ticks;

static void count(int signal) {
  (void)signal;
  ++ticks;
}

__attribute__((noinline)) static double chain(double x, long rounds) {
  for (long i = 0; i < rounds; ++i) {
    x = x * 0.9999999 + 1e-9;
  }
  return x;
}

__attribute__((noinline)) static double thrice(double x) {
  for (long i = 0; i < 3 * kRounds; ++i) {
    x = x * 0.9999999 + 1e-9;
  }
  return x;
}

__attribute__((noinline)) static double once(double x) {
  for (long i = 0; i < kRounds; ++i) {
    x = x * 0.9999999 + 1e-9;
  }
  return x;
}

/// Prints if signals of the profiling timer came, and how many sleeps were interrupted.
static void use_signals(void) {
  struct sigaction action;
  memset(&action, 0, sizeof(action));
  action.sa_handler = count;
  sigaction(SIGPROF, &action, NULL);
  const struct itimerval often = {{0, 10000}, {0, 10000}};
  setitimer(ITIMER_PROF, &often, NULL);
  int interrupted = 0;
  double x = chain(1, kRounds);
  setitimer(ITIMER_PROF, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
  for (int i = 0; i < 100; ++i) {
    const struct timespec pause = {0, 100000};
    x = chain(x, 100000);
    interrupted += nanosleep(&pause, NULL) != 0 && errno == EINTR;
  }
  printf("SIGPROF %s, %d sleeps interrupted%s\n", ticks > 0 ? "came" : "is lost", interrupted,
         x > 1e9 ? "!" : "");
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char* mode = argc > 1 ? argv[1] : "";
  double x = rank;
  if (strcmp(mode, "signals") == 0) {
    use_signals();
  }
  if (rank == 0) {
    x = thrice(x);
  }
  if (strcmp(mode, "dies") == 0 && rank == 0) {
    raise(SIGKILL);
  }
  MPI_Bcast(&x, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    x = once(x);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return x > 1e9;
}
