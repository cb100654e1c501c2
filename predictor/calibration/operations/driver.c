/* The main program of `dps calibrate --operations`: draws operands, and times two routines. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct dps_operands {
  double d[7][64];
  int i[6][64];
  int j[7][64];
  int n[7][64];
  int m[2];
};
struct dps_operands dps_operands;
double dps_sink;

void dps_first(long passes);
void dps_second(long passes);

void dps_empty(void) {}
void dps_eight(double a, double b, double c, double d, double e, double f, double g, double h) {
  (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
}

static double uniform(double low, double high) {
  return low + (high - low) * drand48();
}

static void draw(int depends) {
  struct dps_operands* o = &dps_operands;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  srand48(now.tv_nsec);
  for (int k = 0; k < 64; ++k) {
    for (int v = 0; v < 3; ++v) {
      o->d[v][k] = depends ? uniform(0.999, 1.001) : uniform(0.5, 1.5);
    }
    o->d[3][k] = uniform(0.05, 0.95);
    o->d[4][k] = uniform(-10, 10);
    o->d[5][k] = uniform(0.1, 100);
    o->d[6][k] = uniform(0.5, 3);
    o->i[0][k] = (int)uniform(1, 1001);
    o->i[1][k] = (int)uniform(2, 10);
    o->i[2][k] = (int)uniform(2, 10);
    o->i[3][k] = (int)uniform(-1000, 1000);
    o->i[4][k] = (int)uniform(2, 10);
    o->i[5][k] = (int)uniform(2, 4);
    for (int v = 0; v < 7; ++v) {
      o->j[v][k] = (int)uniform(1, 4);
      o->n[v][k] = (int)uniform(1, 5);
    }
  }
  o->m[0] = 1;
  o->m[1] = 101;
}

static double seconds(struct timespec time) {
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double timed(void (*routine)(long), long passes) {
  struct timespec before;
  struct timespec after;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
  routine(passes);
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
  return seconds(after) - seconds(before);
}

/* The number of passes that take `goal`: twice as many until their time tells it, then a tenth more
   than it tells. */
static long enough(void (*routine)(long), double goal) {
  long passes = 1;
  for (double time; (time = timed(routine, passes)) < goal;) {
    const double more = time > goal / 16 ? 1.1 * goal / time : 2;
    passes = (long)(more * (double)passes) + 1;
  }
  return passes;
}

int main(int count, char** words) {
  if (count != 4) {
    return 2;
  }
  struct timespec tick;
  clock_getres(CLOCK_THREAD_CPUTIME_ID, &tick);
  const double shortest = 1e-3 * atof(words[2]);
  const double ticks = 100 * seconds(tick);
  const double goal = shortest > ticks ? shortest : ticks;
  draw(atoi(words[3]));
  const long first = enough(dps_first, goal);
  const long second = enough(dps_second, goal);
  for (int round = 0; round < atoi(words[1]); ++round) {
    const double one = timed(dps_first, first) / (double)first / 64;
    const double two = timed(dps_second, second) / (double)second / 64;
    printf("%.16e %.16e\n", one, two);
  }
  return 0;
}
