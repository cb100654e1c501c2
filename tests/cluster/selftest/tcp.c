/* tcp - small TCP measurements.
 *   tcp serve PORT               serve the other three, for ever
 *   tcp send HOST PORT SECONDS   throughput, Mbit/s
 *   tcp ping HOST PORT COUNT     mean time of a one-byte round trip, microseconds
 *   tcp wait HOST PORT SECONDS   prints "connected", then does the peer close the
 *                                connection within that time?  "closed" or "silent"
 */
#define _GNU_SOURCE
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static char buf[256 * 1024];

static void fail(const char* what) {
  perror(what);
  exit(1);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static void serve(const char* port) {
  int one = 1, s = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(atoi(port))};
  setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(s, (struct sockaddr*)&a, sizeof a) || listen(s, 64))
    fail("listen");
  signal(SIGCHLD, SIG_IGN);
  for (;;) {
    int c = accept(s, 0, 0);
    if (c < 0)
      continue;
    if (fork()) {
      close(c);
      continue;
    }
    setsockopt(c, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    char kind;
    ssize_t n;
    uint64_t sum = 0;
    if (read(c, &kind, 1) != 1)
      _exit(1);
    while ((n = read(c, buf, sizeof buf)) > 0) {
      sum += n;
      if (kind == 'p' && write(c, buf, n) < 0)
        _exit(1);
    }
    if (kind == 's' && write(c, &sum, sizeof sum) < 0)
      _exit(1);
    _exit(0);
  }
}

int main(int argc, char** argv) {
  if (argc == 3 && !strcmp(argv[1], "serve"))
    serve(argv[2]);
  if (argc != 5)
    return 2;
  int one = 1, e, s = socket(AF_INET, SOCK_STREAM, 0);
  struct addrinfo hint = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *ai;
  if ((e = getaddrinfo(argv[2], argv[3], &hint, &ai))) {
    fprintf(stderr, "%s: %s\n", argv[2], gai_strerror(e));
    return 1;
  }
  if (connect(s, ai->ai_addr, ai->ai_addrlen))
    fail("connect");
  setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (write(s, argv[1], 1) != 1)
    fail("write");
  double amount = atof(argv[4]), t0 = now();
  if (argv[1][0] == 's') {
    uint64_t sum;
    while (now() - t0 < amount)
      if (write(s, buf, sizeof buf) < 0)
        fail("write");
    shutdown(s, SHUT_WR);
    if (read(s, &sum, sizeof sum) != sizeof sum)
      fail("read");
    printf("%.1f\n", sum * 8e-6 / (now() - t0));
  } else if (argv[1][0] == 'p') {
    for (int i = 0; i < (int)amount; ++i)
      if (write(s, buf, 1) != 1 || read(s, buf, 1) != 1)
        fail("ping");
    printf("%.1f\n", (now() - t0) * 1e6 / amount);
  } else {
    struct pollfd p = {s, POLLIN, 0};
    puts("connected");
    fflush(stdout);
    puts(poll(&p, 1, (int)(amount * 1000)) > 0 ? "closed" : "silent");
  }
  return 0;
}
