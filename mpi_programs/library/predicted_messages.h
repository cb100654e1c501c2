/// Messages between two ranks in virtual time: their data go through the arena.
#pragma once

#include <mpi.h>

#include "mpi_programs/library/functions.h"

namespace dps::mpi_library {

// As the functions of MPI. They check their arguments as MPI does, by calls of MPI that have no
// effect, so that errors go to the same handler.

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

}  // namespace dps::mpi_library
