/* The half round trip in plain MPI, as a C program makes it. */
#ifndef DPS_BENCH_PEERS_MPI_PING_PONG_H
#define DPS_BENCH_PEERS_MPI_PING_PONG_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Measures messages between the two ranks of `group`, which both call the function. Returns
 * nanoseconds in rank 0. */
double plain_half_round_trip_ns(MPI_Comm group, void* body, int bytes, int rounds);

/* The same with another buffer in each round: the next ones in `memory`, of `size` bytes, which is
 * larger than the caches and has been written; at least a page is between two of them. */
double plain_cold_half_round_trip_ns(MPI_Comm group, char* memory, long size, int bytes,
                                     int rounds);

#ifdef __cplusplus
}
#endif

#endif
