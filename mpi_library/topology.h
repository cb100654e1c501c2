/// The numbers of neighbours of this rank in the topology of a communicator.
#pragma once

#include <mpi.h>

namespace dps::mpi_library {

struct Degrees {
  int in = 0;
  int out = 0;
};
/// 0 without a topology.
Degrees degrees_of(MPI_Comm communicator);

/// The number of ranks with which a collective exchanges data: of the other group in an
/// intercommunicator.
int partners_of(MPI_Comm communicator);

}  // namespace dps::mpi_library
