/// Messages between two ranks in virtual time: their data go through the arena.
#pragma once

#include <cstdint>

#include <mpi.h>

#include "mpi_programs/board/request.h"
#include "mpi_programs/library/functions.h"

namespace dps::mpi_library {

// These have the arguments of the functions of MPI. They check them as MPI does, by calls of MPI
// that have no effect, so that errors go to the same handler.

int predicted_send(Function function, const void* buf, int count, MPI_Datatype type, int dest,
                   int tag, MPI_Comm comm);
int predicted_receive(void* buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                      MPI_Status* status);

/// The arguments of a half of MPI_Sendrecv.
struct SentHalf {
  const void* buf;
  int count;
  MPI_Datatype type;
  int dest;
  int tag;
};
struct ReceivedHalf {
  void* buf;
  int count;
  MPI_Datatype type;
  int source;
  int tag;
};
int predicted_exchange(Function function, const SentHalf& sent, const ReceivedHalf& received,
                       MPI_Comm comm, MPI_Status* status);

/// A message that has arrived.
struct TakenMessage {
  std::uint64_t place;  ///< the place of its data in the arena; 0: it has none
  std::uint64_t bytes;
  int source;
  int tag;
};

// The steps of these functions. The checks return the code that MPI returns for the arguments; MPI
// does not carry them out.
int check_sent(const SentHalf& of, MPI_Comm comm);
int check_received(const ReceivedHalf& of, MPI_Comm comm);
/// Packs the data into the arena, and enters their place into the request.
int pack(const SentHalf& of, board::BoardRequest& request);
/// Ends the prediction if packing or unpacking elements of the type has returned MPI_ERR_COUNT;
/// else returns the code.
int report_limit(int code, MPI_Datatype type);
/// Unpacks a message, and frees its place.
int unpack(const ReceivedHalf& of, const TakenMessage& message, MPI_Comm comm, MPI_Status* status);
/// Calls the communicator's error handler; returns the code.
int fail(MPI_Comm comm, int code);
void set_status(MPI_Status* status, const TakenMessage& message, std::uint64_t bytes);

}  // namespace dps::mpi_library
