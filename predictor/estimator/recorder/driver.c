/*
 * The driver that `dps estimate` compiles with a user's source. It calls the routine for each
 * processor in a child and writes the recorded instructions as frames (frame.h) to descriptor 3:
 *
 *     driver JOBS NPROCS...
 *
 * For each NPROCS the children of all processors are ended before the next one begins.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define OUTPUT 3
#define MOST_JOBS 256
#define MOST_WORDS ((int64_t)1 << 40)
#define MOST_INSTRUCTIONS 10000000
#define CPU_SECONDS 60
#define MEMORY_BYTES ((rlim_t)1 << 30)

/* As in frame.h. */
enum { FRAME_INSTRUCTIONS, FRAME_MISTAKE, FRAME_ENDED };
struct frame {
  uint32_t nprocs, pid, kind, bytes;
  uint64_t data[510];
};

/* As in streams/instruction.h. */
enum { OP_SEND, OP_RECEIVE, OP_BSEND, OP_BRECEIVE, OP_WORK, OP_WAIT };

/* What the driver must know of a child after its end, in memory that both share. */
struct shared {
  volatile uint64_t instructions;
  volatile int is_done; /* the routine has returned, or its mistake has been reported */
};

/* A child, in the memory of the driver. */
struct job {
  pid_t child; /* 0: none */
  uint32_t pid;
  struct shared* shared;
};

static struct job jobs[MOST_JOBS];
static struct shared* self; /* in a child */
static struct frame frame;
static int me, nprocs;

#ifdef DPS_ESTIMATE_FORTRAN
void dps_estimate_run(int pid, int nprocs);
#define RUN dps_estimate_run
#else
void DPS_ESTIMATE_ENTRY(int PID, int NPROCS);
#define RUN DPS_ESTIMATE_ENTRY
#endif

static void write_frame(struct frame* one) {
  const char* bytes = (const char*)one;
  size_t left = offsetof(struct frame, data) + one->bytes;
  while (left > 0) { /* a frame is at most PIPE_BUF, so it is written at once */
    const ssize_t written = write(OUTPUT, bytes, left);
    if (written < 0 && errno != EINTR) {
      _exit(1);
    }
    if (written > 0) {
      bytes += written;
      left -= (size_t)written;
    }
  }
}

static void flush(void) {
  if (frame.bytes > 0) {
    frame.kind = FRAME_INSTRUCTIONS;
    write_frame(&frame);
    frame.bytes = 0;
  }
}

/* Reports something impossible about the next instruction, and ends the child. */
static void fail(const char* format, ...) {
  va_list arguments;
  flush();
  va_start(arguments, format);
  frame.kind = FRAME_MISTAKE;
  frame.bytes = (uint32_t)vsnprintf((char*)frame.data, sizeof(frame.data), format, arguments);
  va_end(arguments);
  self->is_done = 1;
  write_frame(&frame);
  _exit(0);
}

static void add(uint64_t bits) {
  if (self->instructions == MOST_INSTRUCTIONS) {
    fail("more than %d instructions", MOST_INSTRUCTIONS);
  }
  ++self->instructions;
  frame.data[frame.bytes / sizeof(bits)] = bits;
  frame.bytes += sizeof(bits);
  if (frame.bytes == sizeof(frame.data)) {
    flush();
  }
}

static void check_processor(const char* name, const char* preposition, int64_t processor) {
  if (processor < 0 || processor >= nprocs) {
    fail("%s %s processor %lld: the last one is %d", name, preposition, (long long)processor,
         nprocs - 1);
  }
}

static void check_words(const char* name, int64_t words) {
  if (words < 0 || words > MOST_WORDS) {
    fail("%s of %lld words: a message has 0 to 2^40", name, (long long)words);
  }
}

static void check_multiplies(const char* name, double multiplies) {
  if (!isfinite(multiplies) || multiplies < 0) {
    fail("%s of %g multiplies: a number from 0 is expected", name, multiplies);
  }
}

static void message(const char* name, unsigned operation, const char* preposition,
                    int64_t processor, int64_t words) {
  check_processor(name, preposition, processor);
  check_words(name, words);
  add((uint64_t)1 << 63 | (uint64_t)operation << 60 | (uint64_t)processor << 48 | (uint64_t)words);
}

void dps_estimate_send(int64_t processor, int64_t words) {
  message("SEND", OP_SEND, "to", processor, words);
}
void dps_estimate_receive(int64_t processor, int64_t words) {
  message("RECEIVE", OP_RECEIVE, "from", processor, words);
}
void dps_estimate_bsend(int64_t processor, int64_t words) {
  message("BSEND", OP_BSEND, "to", processor, words);
}
void dps_estimate_breceive(int64_t processor, int64_t words) {
  message("BRECEIVE", OP_BRECEIVE, "from", processor, words);
}

void dps_estimate_work(double multiplies) {
  uint64_t bits;
  check_multiplies("WORK", multiplies);
  memcpy(&bits, &multiplies, sizeof(bits));
  add(bits & ~((uint64_t)1 << 63)); /* -0.0 is 0 */
}

void dps_estimate_wait(void) {
  add((uint64_t)1 << 63 | (uint64_t)OP_WAIT << 60);
}

/* The tree of collective operations is binomial. With rank = (PID - root) mod NPROCS, the parent of
 * rank > 0 is rank less its lowest set bit; its children are rank + 1, rank + 2, rank + 4 ... below
 * that bit, all for the root. */

static int64_t rank_of(int64_t root) {
  return (me - root + nprocs) % nprocs;
}

static int64_t at_rank(int64_t rank, int64_t root) {
  return (rank + root) % nprocs;
}

static int has_child(int64_t rank, int64_t bit) {
  return (rank == 0 || bit < (rank & -rank)) && rank + bit < nprocs;
}

static void broadcast(int64_t root, int64_t words) {
  const int64_t rank = rank_of(root);
  int64_t bit;
  if (rank > 0) {
    dps_estimate_breceive(at_rank(rank - (rank & -rank), root), words);
  }
  for (bit = (int64_t)1 << 30; bit > 0; bit >>= 1) {
    if (has_child(rank, bit)) {
      dps_estimate_send(at_rank(rank + bit, root), words);
    }
  }
}

static void reduce(int64_t root, int64_t words, double multiplies) {
  const int64_t rank = rank_of(root);
  int64_t bit;
  for (bit = 1; has_child(rank, bit); bit <<= 1) {
    dps_estimate_breceive(at_rank(rank + bit, root), words);
    dps_estimate_work(multiplies);
  }
  if (rank > 0) {
    dps_estimate_send(at_rank(rank - (rank & -rank), root), words);
  }
}

void dps_estimate_broadcast(int64_t root, int64_t words) {
  check_processor("BROADCAST", "from", root);
  check_words("BROADCAST", words);
  broadcast(root, words);
}

void dps_estimate_reduce(int64_t root, int64_t words, double multiplies) {
  check_processor("REDUCE", "to", root);
  check_words("REDUCE", words);
  check_multiplies("REDUCE", multiplies);
  reduce(root, words, multiplies);
}

void dps_estimate_allreduce(int64_t words, double multiplies) {
  check_words("ALLREDUCE", words);
  check_multiplies("ALLREDUCE", multiplies);
  reduce(0, words, multiplies);
  broadcast(0, words);
}

void dps_estimate_barrier(void) {
  dps_estimate_allreduce(0, 0);
}

void dps_estimate_gather(int64_t root, int64_t words) {
  int64_t other;
  check_processor("GATHER", "to", root);
  check_words("GATHER", words);
  if (me != root) {
    dps_estimate_send(root, words);
    return;
  }
  for (other = 0; other < nprocs; ++other) {
    if (other != root) {
      dps_estimate_breceive(other, words);
    }
  }
}

void dps_estimate_scatter(int64_t root, int64_t words) {
  int64_t other;
  check_processor("SCATTER", "from", root);
  check_words("SCATTER", words);
  if (me != root) {
    dps_estimate_breceive(root, words);
    return;
  }
  for (other = 0; other < nprocs; ++other) {
    if (other != root) {
      dps_estimate_send(other, words);
    }
  }
}

void dps_estimate_alltoall(int64_t words) {
  int64_t i;
  check_words("ALLTOALL", words);
  for (i = 1; i < nprocs; ++i) {
    dps_estimate_send((me + i) % nprocs, words);
  }
  for (i = 1; i < nprocs; ++i) {
    dps_estimate_breceive((me - i + nprocs) % nprocs, words);
  }
}

/* The names for C: dps_estimate.h. */
void SEND(int processor, long words) {
  dps_estimate_send(processor, words);
}
void RECEIVE(int processor, long words) {
  dps_estimate_receive(processor, words);
}
void BSEND(int processor, long words) {
  dps_estimate_bsend(processor, words);
}
void BRECEIVE(int processor, long words) {
  dps_estimate_breceive(processor, words);
}
void WORK(double multiplies) {
  dps_estimate_work(multiplies);
}
void WAIT(void) {
  dps_estimate_wait();
}
void BROADCAST(int root, long words) {
  dps_estimate_broadcast(root, words);
}
void REDUCE(int root, long words, double multiplies) {
  dps_estimate_reduce(root, words, multiplies);
}
void ALLREDUCE(long words, double multiplies) {
  dps_estimate_allreduce(words, multiplies);
}
void BARRIER(void) {
  dps_estimate_barrier();
}
void GATHER(int root, long words) {
  dps_estimate_gather(root, words);
}
void SCATTER(int root, long words) {
  dps_estimate_scatter(root, words);
}
void ALLTOALL(long words) {
  dps_estimate_alltoall(words);
}

static void limit(int resource, rlim_t most) {
  struct rlimit now;
  if (getrlimit(resource, &now) == 0 && (now.rlim_max == RLIM_INFINITY || now.rlim_max > most)) {
    now.rlim_max = most;
  }
  now.rlim_cur = now.rlim_max;
  setrlimit(resource, &now);
}

/* In a child: records the stream of one processor. */
static void record(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) {
    _exit(1);
  }
  limit(RLIMIT_CPU, CPU_SECONDS);
  limit(RLIMIT_AS, MEMORY_BYTES);
  limit(RLIMIT_CORE, 0);
  RUN(me, nprocs);
  flush();
  self->is_done = 1;
  exit(0); /* with the output of the routine */
}

/* Waits for the end of a child, which it reports. */
static void reap(int count) {
  struct frame ended;
  int status = 0, i;
  const pid_t child = waitpid(-1, &status, 0);
  for (i = 0; i < count; ++i) {
    if (child > 0 && jobs[i].child == child) {
      ended.nprocs = (uint32_t)nprocs;
      ended.pid = jobs[i].pid;
      ended.kind = FRAME_ENDED;
      ended.bytes = 3 * sizeof(ended.data[0]);
      ended.data[0] = (uint64_t)status;
      ended.data[1] = jobs[i].shared->instructions;
      ended.data[2] = (uint64_t)jobs[i].shared->is_done;
      write_frame(&ended);
      jobs[i].child = 0;
    }
  }
}

static struct job* free_job(int count) {
  for (;;) {
    int i;
    for (i = 0; i < count; ++i) {
      if (jobs[i].child == 0) {
        return &jobs[i];
      }
    }
    reap(count);
  }
}

static void start(struct job* job, int pid) {
  const pid_t parent = getpid();
  job->shared->instructions = 0;
  job->shared->is_done = 0;
  job->pid = (uint32_t)pid;
  me = pid;
  job->child = fork();
  if (job->child <= 0) { /* also if there is no child: it then ends as one would */
    self = job->shared;
    frame.nprocs = (uint32_t)nprocs;
    frame.pid = (uint32_t)pid;
    frame.bytes = 0;
  }
  if (job->child < 0) {
    job->child = 0;
    fail("cannot start a process: %s", strerror(errno));
  }
  if (job->child == 0) {
    record(parent);
  }
}

static int is_busy(int count) {
  int i;
  for (i = 0; i < count; ++i) {
    if (jobs[i].child != 0) {
      return 1;
    }
  }
  return 0;
}

int main(int argc, char** argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 0;
  struct shared* shared;
  int i, pid;
  if (count < 1 || count > MOST_JOBS) {
    return 2;
  }
  shared = mmap(NULL, sizeof(*shared) * MOST_JOBS, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) {
    return 2;
  }
  for (i = 0; i < count; ++i) {
    jobs[i].shared = &shared[i];
  }
  for (i = 2; i < argc; ++i) {
    nprocs = atoi(argv[i]);
    for (pid = 0; pid < nprocs; ++pid) {
      start(free_job(count), pid);
    }
    while (is_busy(count)) {
      reap(count);
    }
  }
  return 0;
}
