/// This process as a rank: it introduces itself to dps, and makes the logs of its threads.
#pragma once

#include <cstdint>

#include <mpi.h>

namespace dps::mpi_library {

/// True if the program has an unsupported MPI, which the first call reports to dps. Nothing is
/// recorded then. Works before MPI_Init.
bool is_foreign_mpi();
/// Called before MPI_Init: on another host than dps's, reports to dps that this host is there.
/// MPI_Init waits for all ranks, and would not notice the loss of one of their hosts.
void approach();
/// Called after MPI_Init, which took so many nanoseconds: introduces the rank to dps, or, on
/// another host than dps's, to the ranks that did so.
void attach(std::uint64_t init_time);
/// Called before MPI_Finalize: hands over the logs of other hosts, and ends the recording.
void detach();
/// Called after MPI_Finalize, which took `finalize_time` nanoseconds.
void note_finalized(std::uint64_t finalize_time);

}  // namespace dps::mpi_library
