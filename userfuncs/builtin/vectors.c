/* The vector multiplication of the DPS paper's figure 5: call mult_vectors [LENGTH]. LENGTH is 10
 * if not given. */
#include <dps_user.h>
#include <stdlib.h>

static void mult_vectors(const dps_call* call) {
  const long length = call->argument_count > 0 ? atol(call->arguments[0]) : 10;
  if (length < 1) {
    call->fail(call, "the length of the vectors must be a whole number of at least 1");
    return;
  }
  double* a = calloc((size_t)length, sizeof *a);
  double* b = calloc((size_t)length, sizeof *b);
  if (a == NULL || b == NULL) {
    call->fail(call, "no memory for vectors of that length");
  } else {
    volatile double result;
    double value = 0;
    for (long i = 0; i < length; ++i) {
      value += a[i] * b[i];
    }
    result = value;
    (void)result;
  }
  free(a);
  free(b);
}

DPS_FUNCTIONS(DPS_CALL(mult_vectors), DPS_CALL_AS("multiply_vectors", mult_vectors));
