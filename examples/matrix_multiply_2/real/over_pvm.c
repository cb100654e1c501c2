/* The program that scaled.txt describes, over PVM: demand-driven matrix multiplication by a master
 * and its workers (the DPS paper's figure 18). PVM must be running.
 * usage: matrix_multiply_2_pvm [WORKERS [SIZE [direct]]]
 * The master spawns this same program as its workers, on the other hosts in turn. It prints its
 * wall time in seconds, from the instant when all workers are ready. */
#include <limits.h>
#include <pvm3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { kMatrix = 1, kPair, kValue, kHalt, kReady }; /* message tags */

static void fail(const char* what) {
  fprintf(stderr, "matrix_multiply_2_pvm: %s\n", what);
  pvm_exit();
  exit(1);
}

static int* new_cells(int size) {
  int* cells = malloc((size_t)size * (size_t)size * sizeof *cells);
  if (cells == NULL) {
    fail("not enough memory");
  }
  return cells;
}

static int multiply_vectors(const int* a, const int* b, int size, int row, int column) {
  int value = 0;
  for (int i = 0; i < size; ++i) {
    value += a[row * size + i] * b[i * size + column];
  }
  return value;
}

static void send_integers(int to, int tag, int* values, int count) {
  pvm_initsend(PvmDataDefault);
  pvm_pkint(values, count, 1);
  if (pvm_send(to, tag) < 0) {
    fail("cannot send");
  }
}

static void run_worker(int master, int size) {
  int* const a = new_cells(size);
  int* const b = new_cells(size);
  send_integers(master, kReady, a, 0);
  pvm_recv(master, kMatrix);
  pvm_upkint(a, size * size, 1);
  pvm_recv(master, kMatrix);
  pvm_upkint(b, size * size, 1);
  int answer[3] = {0, -1, -1}; /* value, row, column */
  send_integers(master, kValue, answer, 3);
  for (;;) {
    int bytes = 0;
    int tag = kHalt;
    int from = 0;
    const int buffer = pvm_recv(master, -1);
    if (buffer < 0 || pvm_bufinfo(buffer, &bytes, &tag, &from) < 0 || tag == kHalt) {
      break;
    }
    pvm_upkint(answer + 1, 2, 1);
    answer[0] = multiply_vectors(a, b, size, answer[1], answer[2]);
    send_integers(master, kValue, answer, 3);
  }
  free(a);
  free(b);
}

/* Takes a value from any worker. Returns the tid of the worker. */
static int take_value(int* product, int size) {
  int answer[3];
  int bytes = 0;
  int tag = 0;
  int worker = 0;
  pvm_bufinfo(pvm_recv(-1, kValue), &bytes, &tag, &worker);
  pvm_upkint(answer, 3, 1);
  if (answer[1] >= 0) {
    product[answer[1] * size + answer[2]] = answer[0];
  }
  return worker;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void format_matrix(const int* cells, int size, char* text) {
  for (int cell = 0; cell < size * size; ++cell) {
    text += sprintf(text, "%d%c", cells[cell], (cell + 1) % size == 0 ? '\n' : ' ');
  }
}

/* Returns the wall time in seconds from reading the matrices to writing the product. */
static double run_master(int* tids, int workers, int size) {
  int* const a = new_cells(size);
  int* const b = new_cells(size);
  int* const product = new_cells(size);
  char* const text = malloc((size_t)size * (size_t)size * 13 + 1);
  if (text == NULL) {
    fail("not enough memory");
  }
  for (int worker = 0; worker < workers; ++worker) {
    pvm_recv(tids[worker], kReady);
  }
  const double begin = now();
  for (int cell = 0; cell < size * size; ++cell) {
    a[cell] = cell % 11 - 5;
    b[cell] = cell % 7 - 3;
  }
  for (int worker = 0; worker < workers; ++worker) {
    send_integers(tids[worker], kMatrix, a, size * size);
    send_integers(tids[worker], kMatrix, b, size * size);
  }
  for (int cell = 0; cell < size * size; ++cell) {
    int pair[2] = {cell / size, cell % size};
    send_integers(take_value(product, size), kPair, pair, 2);
  }
  for (int left = workers; left > 0; --left) {
    take_value(product, size);
  }
  for (int worker = 0; worker < workers; ++worker) {
    send_integers(tids[worker], kHalt, a, 0);
  }
  format_matrix(product, size, text);
  const double seconds = now() - begin;
  for (int cell = 0; cell < size * size; ++cell) {
    if (product[cell] != multiply_vectors(a, b, size, cell / size, cell % size)) {
      fail("the product is wrong");
    }
  }
  free(text);
  free(product);
  free(b);
  free(a);
  return seconds;
}

/* Spawns the workers on the hosts in turn, without this host if there are others. */
static void spawn_workers(char** arguments, int* tids, int workers) {
  char program[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  int hosts = 0;
  struct pvmhostinfo* host = NULL;
  if (length < 0 || pvm_config(&hosts, NULL, &host) < 0) {
    fail("cannot find myself or the hosts");
  }
  program[length] = '\0';
  const int own = pvm_tidtohost(pvm_mytid());
  for (int worker = 0, at = 0; worker < workers; at = (at + 1) % hosts) {
    if (hosts > 1 && host[at].hi_tid == own) {
      continue;
    }
    if (pvm_spawn(program, arguments, PvmTaskHost, host[at].hi_name, 1, &tids[worker]) != 1) {
      fail("PVM cannot spawn the workers");
    }
    ++worker;
  }
}

int main(int argc, char** argv) {
  const int workers = argc > 1 ? atoi(argv[1]) : 4;
  const int size = argc > 2 ? atoi(argv[2]) : 10;
  const int is_direct = argc > 3 && strcmp(argv[3], "direct") == 0;
  if (workers < 1 || workers > 1000 || size < 1 || size > 10000) {
    fputs("usage: matrix_multiply_2_pvm [WORKERS [SIZE [direct]]]\n", stderr);
    return 2;
  }
  if (pvm_mytid() < 0) {
    fail("no PVM is up");
  }
  pvm_setopt(PvmRoute, is_direct ? PvmRouteDirect : PvmDontRoute);
  const int master = pvm_parent();
  if (master > 0) {
    run_worker(master, size);
    pvm_exit();
    return 0;
  }
  int* const tids = malloc((size_t)workers * sizeof *tids);
  if (tids == NULL) {
    fail("not enough memory");
  }
  spawn_workers(argv + 1, tids, workers);
  printf("%.9f\n", run_master(tids, workers, size));
  free(tids);
  pvm_exit();
  return 0;
}
