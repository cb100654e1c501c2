/// The conversation of a rank with dps during a prediction, and the clock of the rank.
/// Source: docs/protocol_board.md, "Predictions".
#pragma once

#include <cstdint>

#include <mpi.h>

#include "mpi_programs/board/arena.h"
#include "mpi_programs/board/request.h"
#include "mpi_programs/library/functions.h"

namespace dps::mpi_library {

/// Begins virtual time: `connection` is that to dps, `arena_file` the descriptor that came with the
/// terms, which is no longer needed afterwards. Without room for the arena it does not return.
void begin_prediction(int connection, const board::PredictionTerms& granted, int arena_file,
                      const board::Attach& self);
/// The rank calls MPI_Finalize.
void end_prediction();
/// A child by fork is no rank.
void leave_prediction();

/// A call begins, or ends, that is in no other call: what this thread computes between two calls
/// takes time if it is measured.
void end_computing();
void begin_computing();

/// The time that the rank has computed, in picoseconds.
std::uint64_t computed_time();

/// A request of this function at the rank's clock.
board::Request request_of(board::RequestKind kind, Function function);
/// Sends a request that has no reply; `ranks` may follow it.
void tell(board::Request request, const int* ranks = nullptr, std::size_t count = 0);
/// Sends a request, waits for the reply, and sets the clock. Does not return if the prediction has
/// ended: dps then ends this process.
board::Reply ask(board::Request request);
/// The same for `count` operations; their completions are stored at `completions`.
board::Reply ask(board::Request request, const std::int32_t* operations, std::size_t count,
                 board::Completion* completions);

/// Ends the prediction, with an error that names the function, if it is not modelled.
void check_predictable(Function function, bool is_outermost);

/// MPI_Wtime in seconds, which takes time itself.
double virtual_wtime();
/// dps_compute().
void compute_steps(double steps);

/// The memory of the data under way.
board::Arena& arena();

/// Returns `required`, or the most that a prediction has; before MPI_Init.
int most_threads(int required);

}  // namespace dps::mpi_library
