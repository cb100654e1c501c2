/* A user library in C99, for the tests of loading and calling. */
#include <dps_user.h>
#include <stdio.h>
#include <string.h>

/* The arguments of the functions below, which the test reads through dlsym. */
__attribute__((visibility("default"))) int sample_plain_calls = 0;
__attribute__((visibility("default"))) char sample_seen[256] = "";

static void plain(void) {
  ++sample_plain_calls;
}

static void tell(const dps_call* call) {
  int used =
      snprintf(sample_seen, sizeof sample_seen, "%s %u/%u %s %s %llu", call->process,
               (unsigned)call->self, (unsigned)call->count, call->mtag != NULL ? call->mtag : "-",
               call->sender != NULL ? call->sender : "-", (unsigned long long)call->bytes);
  for (int i = 0; i < call->argument_count; ++i) {
    used += snprintf(sample_seen + used, sizeof sample_seen - (size_t)used, " [%s]",
                     call->arguments[i]);
  }
  if (call->size < sizeof(dps_call) || call->arguments[call->argument_count] != NULL) {
    strcpy(sample_seen, "not what dps_user.h promises");
  }
}

static void refuse(const dps_call* call) {
  call->fail(call, "no such\tmatrix");
  call->fail(call, "a second reason");
}

DPS_FUNCTIONS(DPS_PLAIN(plain), DPS_CALL(tell), DPS_CALL(refuse), DPS_PLAIN_AS("other.name", plain),
              DPS_PLAIN_AS("multiply_vectors", plain));
