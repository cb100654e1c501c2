/* A user function that fails unless its process and message are those of a run. */
#include <dps_user.h>
#include <string.h>

static void check_told(const dps_call* call) {
  if (strcmp(call->process, "Worker.p[2]") != 0 || call->self != 2 || call->count != 4) {
    call->fail(call, "it is another process");
  } else if (call->mtag == DPS_USER_NULL || strcmp(call->mtag, "Row.m") != 0 ||
             call->bytes != 800) {
    call->fail(call, "another message fired it");
  }
}

DPS_FUNCTIONS(DPS_CALL(check_told));
