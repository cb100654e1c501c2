/*
 * The Alternating Direction Implicit solver of the Performance Estimator's paper, for
 *
 *     dps estimate examples/adi/adi.c --machine sp2
 *
 * POINTS x POINTS points lie on L1 x L2 = NPROCS processors with L1 <= L2 and no larger L1, so a
 * prime number of processors is a row. --define POINTS=100 and --define STEPS=10 change the sizes.
 */
#include <dps_estimate.h>

#ifndef POINTS
#define POINTS 200
#endif
#ifndef STEPS
#define STEPS 1
#endif

/* Multiplies for a point; the paper has no count. */
#define FORWARD 20
#define BACK 4

#define NOBODY (-1)

static int left, right, below, above; /* neighbours */
static int rows, columns;             /* of this processor */

/* The first ones have one more. */
static int share(int parts, int part) {
  return POINTS / parts + (part < POINTS % parts);
}

static void arrange(int pid, int nprocs) {
  int l1 = 1, l2, x, y, i;
  for (i = 1; i * i <= nprocs; ++i) {
    if (nprocs % i == 0) {
      l1 = i;
    }
  }
  l2 = nprocs / l1;
  x = pid % l2;
  y = pid / l2;
  columns = share(l2, x);
  rows = share(l1, y);
  left = x > 0 ? pid - 1 : NOBODY;
  right = x < l2 - 1 ? pid + 1 : NOBODY;
  below = y > 0 ? pid - l2 : NOBODY;
  above = y < l1 - 1 ? pid + l2 : NOBODY;
}

static void send(int to, int words) {
  if (to != NOBODY) {
    SEND(to, words);
  }
}

static void receive(int from, int words) {
  if (from != NOBODY) {
    BRECEIVE(from, words);
  }
}

/* Forward elimination of all lines, then back substitution. */
static void sweep(int lines, int points, int before, int behind) {
  int line;
  for (line = 0; line < lines; ++line) {
    receive(before, 2);
    WORK(FORWARD * points);
    send(behind, 2);
  }
  for (line = 0; line < lines; ++line) {
    receive(behind, 1);
    WORK(BACK * points);
    send(before, 1);
  }
}

static void swap_edges(void) {
  send(left, rows);
  send(right, rows);
  send(below, columns);
  send(above, columns);
  receive(left, rows);
  receive(right, rows);
  receive(below, columns);
  receive(above, columns);
}

void spmd(int PID, int NPROCS) {
  int step;
  arrange(PID, NPROCS);
  for (step = 0; step < STEPS; ++step) {
    sweep(rows, columns, left, right);
    swap_edges();
    sweep(columns, rows, below, above);
    swap_edges();
    ALLREDUCE(1, 1); /* has it converged? */
  }
}
