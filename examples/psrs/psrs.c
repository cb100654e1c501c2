/*
 * Parallel Sorting by Regular Sampling of the Performance Estimator's paper, for
 *
 *     dps estimate examples/psrs/psrs.c --machine sp2
 *
 * --define ELEMENTS=10000 is the paper's other size.
 */
#include <dps_estimate.h>

#ifndef ELEMENTS
#define ELEMENTS 1000000
#endif

/* Multiplies for a comparison. */
#define COMPARISON 1.5

/* The least exponent with 2^exponent >= n. */
static int lg(double n) {
  int exponent = 0;
  double power = 1;
  while (power < n) {
    power *= 2;
    ++exponent;
  }
  return exponent;
}

void spmd(int PID, int NPROCS) {
  const double p = NPROCS;
  const long share = ELEMENTS / NPROCS; /* elements of a processor */
  const double m = (double)share;
  WORK(COMPARISON * m * lg(m)); /* sort the elements */
  if (NPROCS == 1) {
    return;
  }
  GATHER(0, NPROCS); /* the samples */
  if (PID == 0) {
    WORK(COMPARISON * p * p * lg(p * p)); /* sort them */
  }
  BROADCAST(0, NPROCS - 1);     /* the pivots */
  WORK(COMPARISON * p * lg(m)); /* find them among the elements */
  ALLTOALL((share + NPROCS - 1) / NPROCS);
  WORK(COMPARISON * m * lg(p)); /* merge the partitions */
}
