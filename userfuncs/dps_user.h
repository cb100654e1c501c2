/*
 * User functions for dps: what a blueprint's "C <ctag> call <function>" runs.
 *
 * A whole library:
 *
 *     #include <dps_user.h>
 *
 *     static void mult_vectors(void) { ... }
 *     static void scale(const dps_call* call) { ... call->arguments[0] ... }
 *
 *     DPS_FUNCTIONS(DPS_PLAIN(mult_vectors), DPS_CALL(scale));
 *
 * Build it with  cc -O2 -shared -fPIC -o mine.so mine.c  (C99, or C++11 and later with c++), and
 * run with  dps run BLUEPRINT --userfuncs mine.so.  Or put the file into the folder
 * userfuncs/builtin of dps and build dps: then every blueprint finds its functions (the userfile of
 * the DPS paper, 3.2).
 *
 * A function runs in the process that calls it, and its time is that of the component. Its globals
 * live as long as that process, over all its runs. What it prints comes out under the process's
 * name. An exception that leaves it, or call->fail(), fails the run.
 */
#ifndef DPS_USER_H
#define DPS_USER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* NOLINTBEGIN(readability-identifier-naming): names as in C */

/* Changes when a library built before can no longer be used. */
#define DPS_USER_ABI 1

/*
 * What a function is told of its call. All that it points to is valid during the call alone.
 * New fields come at the end: a function that must run under an older dps compares `size`.
 */
typedef struct dps_call {
  uint32_t size;                /* of this struct, in bytes, in the dps that calls */
  int32_t argument_count;       /* the words after the function's name on the C line */
  const char* const* arguments; /* each ends with a zero byte; a null pointer follows the last */
  const char* process;          /* "Worker.p[2]" */
  uint32_t self;                /* its index among its clones: 2 */
  uint32_t count;               /* how many clones there are */
  const char* mtag;   /* type of the message that fired it; null: its unit became active */
  const char* sender; /* the process it came from, or null */
  uint64_t bytes;     /* its size */
  /* Fails the run, with `reason` in the message, once the function has returned. */
  void (*fail)(const struct dps_call* call, const char* reason);
} dps_call;

/* One function: exactly one of the two pointers is set. */
typedef struct dps_function {
  const char* name; /* as on the C line */
  void (*plain)(void);
  void (*call)(const dps_call* call);
} dps_function;

/* What a library exports, under the name dps_functions. */
typedef struct dps_table {
  uint32_t abi;           /* DPS_USER_ABI */
  uint32_t function_size; /* of dps_function, in the library */
  uint64_t function_count;
  const dps_function* functions;
} dps_table;

#ifdef __cplusplus
#define DPS_USER_NULL nullptr
#define DPS_USER_EXTERN extern "C"
#else
#define DPS_USER_NULL ((void*)0)
#define DPS_USER_EXTERN extern
#endif

/* Functions built into dps have a table for each file. */
#ifndef DPS_TABLE_NAME
#define DPS_TABLE_NAME dps_functions
#endif

#define DPS_PLAIN(function) DPS_PLAIN_AS(#function, function)
#define DPS_CALL(function) DPS_CALL_AS(#function, function)
/* The same under another name than that of the C function. */
#define DPS_PLAIN_AS(name, function) \
  { name, function, DPS_USER_NULL }
#define DPS_CALL_AS(name, function) \
  { name, DPS_USER_NULL, function }

/* The table, once in a library. */
#define DPS_FUNCTIONS(...)                                                                  \
  static const dps_function dps_function_list[] = {__VA_ARGS__};                            \
  DPS_USER_EXTERN __attribute__((visibility("default"))) const dps_table DPS_TABLE_NAME;    \
  const dps_table DPS_TABLE_NAME = {DPS_USER_ABI, sizeof(dps_function),                     \
                                    sizeof dps_function_list / sizeof dps_function_list[0], \
                                    dps_function_list}

/* NOLINTEND(readability-identifier-naming) */

#ifdef __cplusplus
}
#endif

#endif
