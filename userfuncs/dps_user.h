/*
 * User functions for dps, which "C <ctag> call <function>" in a blueprint calls.
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
 * userfuncs/builtin of dps and build dps; every blueprint can then call its functions (the userfile
 * of the DPS paper, 3.2).
 *
 * A function runs in the process that calls it, and its time is the component's. Its globals live
 * as long as the process, through all its runs. dps prints its output with the process's name in
 * front. An exception that leaves it, or call->fail(), fails the run.
 */
#ifndef DPS_USER_H
#define DPS_USER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* NOLINTBEGIN(readability-identifier-naming): names as in C */

/* Changes when libraries that were built earlier can no longer be used. */
#define DPS_USER_ABI 1

/*
 * One call of a function. All pointers are valid only during the call. New fields are added at the
 * end: a function that must also run in an older dps compares `size`.
 */
typedef struct dps_call {
  uint32_t size;                /* of this struct in bytes, in the calling dps */
  int32_t argument_count;       /* the words after the function's name on the C line */
  const char* const* arguments; /* each ends with a zero byte; a null pointer follows the last */
  const char* process;          /* "Worker.p[2]" */
  uint32_t self;                /* its index among its clones: 2 */
  uint32_t count;               /* the number of clones */
  const char* mtag;   /* type of the message that fired the call; null: its unit became active */
  const char* sender; /* the process that sent it, or null */
  uint64_t bytes;     /* its size */
  /* Makes the run fail after the function has returned, with `reason` in the error message. */
  void (*fail)(const struct dps_call* call, const char* reason);
} dps_call;

/* One function: exactly one of the two pointers is set. */
typedef struct dps_function {
  const char* name; /* as on the C line */
  void (*plain)(void);
  void (*call)(const dps_call* call);
} dps_function;

/* Exported by a library under the name dps_functions. */
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

/* Each file of functions that are built into dps has its own table. */
#ifndef DPS_TABLE_NAME
#define DPS_TABLE_NAME dps_functions
#endif

#define DPS_PLAIN(function) DPS_PLAIN_AS(#function, function)
#define DPS_CALL(function) DPS_CALL_AS(#function, function)
/* The same, with a name that differs from the C function's. */
#define DPS_PLAIN_AS(name, function) \
  { name, function, DPS_USER_NULL }
#define DPS_CALL_AS(name, function) \
  { name, DPS_USER_NULL, function }

/* Defines the table; once in each library. */
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
