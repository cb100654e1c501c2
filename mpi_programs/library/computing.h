/// The time that a rank of a prediction computes between two calls, and the clock that it reads.
/// Source: docs/programs.md, "Computing".
#pragma once

#include <cstdint>

#include "mpi_programs/board/messages.h"
#include "mpi_programs/library/calling_thread.h"
#include "mpi_programs/library/functions.h"

namespace dps::mpi_library {

/// The CPU time of this thread, in nanoseconds. A handler of a signal may call it.
std::uint64_t cpu_time();

/// Called when the prediction begins: sets the way in which computing takes time.
void use_computing(const board::PredictionTerms& granted);

/// Called when a call begins, or ends, that is in no other call: the computation of this thread
/// between two calls takes time if it is measured or counted.
void end_computing();
void begin_computing();

/// Replaces these two where a file has the times: the call of this function begins, at a site of
/// the thread (0: unknown, or the function has none). `caller`: its return address.
void charge_between(CallingThread& thread, Function function, std::uint16_t site,
                    const void* caller);

/// Computes `steps` steps of dps_compute().
void compute_steps(double steps);

/// The time that the rank has computed, in picoseconds.
std::uint64_t computed_time();

/// The value of MPI_Wtime, which takes time.
double virtual_wtime();

}  // namespace dps::mpi_library
