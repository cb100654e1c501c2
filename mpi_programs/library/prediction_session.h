/// The messages of a rank to and from dps during a prediction, and the clock of the rank.
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
/// Called when the rank calls MPI_Finalize.
void end_prediction();
/// Called in a child by fork, which is no rank.
void leave_prediction();

/// Makes a request of this function at the rank's clock.
board::BoardRequest request_of(board::RequestKind kind, Function function);
/// Sends a request that has no reply; `ranks` may follow it.
void notify(board::BoardRequest request, const int* ranks = nullptr, std::size_t count = 0);
/// Ends the prediction for this reason; does not return.
[[noreturn]] void end_for(const board::BoardRequest& obstacle);
/// Sends a request, waits for the reply, and sets the clock. Does not return if the prediction has
/// ended: dps then ends this process.
board::BoardReply query(board::BoardRequest request);
/// Does the same for `count` operations; their completions are stored at `completions`.
board::BoardReply query(board::BoardRequest request, const std::int32_t* operations,
                        std::size_t count, board::Completion* completions);
/// Does the same with a list of numbers, of which `count` follow the request, and room for
/// completions.
board::BoardReply query(board::BoardRequest request, const std::int32_t* list, std::size_t count,
                        board::Completion* completions, std::size_t room);

/// True on a machine with a network, where dps plays collective operations.
bool is_on_network();

/// True if only some ranks compute at one time.
bool takes_turns();
/// Waits until this rank may compute, if they take turns.
void await_turn(Function function);

/// The number of an operation that this rank begins.
std::int32_t next_operation();
/// Begins a send or another operation. The duration of a call is known from an equal call, unless
/// dps has to determine it each time; the rank waits for no reply if it is known.
void begin(board::BoardRequest request);

/// Registers a receive that the program has freed; its completion comes with a later reply.
void await_freed(void (*fill)(const board::Completion&));

// MPI carries out operations for which other ranks may need this one, even while it waits for dps.
// This rank takes part in such an operation until end_own_operation().
void begin_own_operation();
void end_own_operation();
/// Notes that the rank has taken part in such an operation, which may not have ended.
void note_traffic();

/// A call that MPI carries out in real time, as long as this object exists: virtual time does not
/// wait for this rank meanwhile. It takes virtual time if it is one of files, and computing is
/// measured.
class AwayCall {
 public:
  explicit AwayCall(Function function);
  AwayCall(const AwayCall&) = delete;
  AwayCall& operator=(const AwayCall&) = delete;
  ~AwayCall();

 private:
  Function function_;
  std::uint64_t begin_;
};

/// Notes that a test of an object of MPI itself, such as a request of a window, has found nothing.
/// It takes no virtual time, and a rank that repeats it may wait for another one; the rank is away
/// at times, so that the other one can go on.
void note_vain_test(Function function);

/// The memory of the data under way.
board::Arena& arena();

/// Returns `required`, or the most that a prediction has; before MPI_Init.
int most_threads(int required);

}  // namespace dps::mpi_library
