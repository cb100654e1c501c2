/*
 * call touch_memory BYTES [TIMES]: reads and writes one byte of every 64 in a block of that size,
 * TIMES times (1 if not given). The block is kept between calls, so only the first call pays for
 * allocating it.
 */
#include <dps_user.h>
#include <stdlib.h>

static unsigned char* block = NULL;
static size_t block_bytes = 0;

static int grow(size_t bytes) {
  if (bytes > block_bytes) {
    unsigned char* larger = realloc(block, bytes);
    if (larger == NULL) {
      return 0;
    }
    block = larger;
    block_bytes = bytes;
  }
  return 1;
}

static void touch_memory(const dps_call* call) {
  const long long bytes = call->argument_count > 0 ? atoll(call->arguments[0]) : 0;
  const long long times = call->argument_count > 1 ? atoll(call->arguments[1]) : 1;
  if (bytes < 1 || times < 0) {
    call->fail(call, "needs a number of bytes and, optionally, a number of times");
    return;
  }
  if (!grow((size_t)bytes)) {
    call->fail(call, "no memory for a block of that size");
    return;
  }
  volatile unsigned char* touched = block;
  for (long long round = 0; round < times; ++round) {
    for (size_t at = 0; at < (size_t)bytes; at += 64) {
      touched[at] = (unsigned char)(touched[at] + 1);
    }
  }
}

DPS_FUNCTIONS(DPS_CALL(touch_memory));
