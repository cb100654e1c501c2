/* A hand-written ping-pong between two PVM tasks, which packs every message and unpacks it on
 * arrival. usage: pvm_ping_pong BYTES ROUNDS direct|daemon xdr|raw Prints: half_round_trip_ns
 * <number>. Needs a running PVM. */
#include <pvm3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const int kTag = 1;
static int body_bytes;
static int encoding;
static int* body;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void give(int to) {
  pvm_initsend(encoding);
  if (body_bytes / 4 > 0) {
    pvm_pkint(body, body_bytes / 4, 1);
  }
  if (body_bytes % 4 > 0) {
    pvm_pkbyte((char*)body, body_bytes % 4, 1);
  }
  pvm_send(to, kTag);
}

static void get(void) {
  pvm_recv(-1, -1);
  if (body_bytes / 4 > 0) {
    pvm_upkint(body, body_bytes / 4, 1);
  }
  if (body_bytes % 4 > 0) {
    pvm_upkbyte((char*)body, body_bytes % 4, 1);
  }
}

/* Enrols in PVM, and exchanges tids with the other task. Returns the tid of the other task. */
static int meet(int read_end, int write_end, int route) {
  int tid = pvm_mytid();
  int other = 0;
  pvm_setopt(PvmRoute, route);
  if (tid < 0 || write(write_end, &tid, sizeof tid) != (ssize_t)sizeof tid ||
      read(read_end, &other, sizeof other) != (ssize_t)sizeof other) {
    exit(1);
  }
  return other;
}

int main(int argc, char** argv) {
  if (argc != 5) {
    fprintf(stderr, "usage: pvm_ping_pong BYTES ROUNDS direct|daemon xdr|raw\n");
    return 2;
  }
  body_bytes = atoi(argv[1]);
  const int rounds = atoi(argv[2]);
  const int route = strcmp(argv[3], "direct") == 0 ? PvmRouteDirect : PvmDontRoute;
  encoding = strcmp(argv[4], "xdr") == 0 ? PvmDataDefault : PvmDataRaw;
  body = calloc((size_t)body_bytes + 4, 1);
  const int warm_up = rounds / 10 + 1;
  int there[2];
  int back[2];
  if (body == NULL || pipe(there) != 0 || pipe(back) != 0) {
    return 1;
  }
  if (fork() == 0) {
    const int other = meet(there[0], back[1], route);
    for (int i = 0; i < warm_up + rounds; ++i) {
      get();
      give(other);
    }
    pvm_exit();
    _exit(0);
  }
  const int other = meet(back[0], there[1], route);
  double start = now();
  for (int i = 0; i < warm_up + rounds; ++i) {
    if (i == warm_up) {
      start = now();
    }
    give(other);
    get();
  }
  printf("half_round_trip_ns %.1f\n", (now() - start) / 2 / rounds);
  pvm_exit();
  wait(NULL);
  return 0;
}
