/// The members of a communicator with which this rank exchanges data.
#pragma once

#include <mpi.h>

namespace dps::mpi_library {

/// True for MPI_COMM_NULL, of which MPI would report each question as an error.
bool is_no_communicator(MPI_Comm communicator);

/// The numbers of neighbours of this rank in the topology of a communicator.
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
