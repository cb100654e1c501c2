/// The numbers of the communicators and windows of this rank, and the records that describe them.
#pragma once

#include <cstdint>

#include <mpi.h>

#include "mpi_programs/library/functions.h"

namespace dps::mpi_library {

/// Returns the number of a communicator; a new one is described first. 0: none.
std::uint32_t number_of(MPI_Comm communicator);

/// Describes a communicator that a call has made; does nothing for MPI_COMM_NULL. `parent`: the
/// communicator over which the call was collective, or MPI_COMM_NULL. `tag`: that of
/// MPI_Comm_create_group, else -1.
void add_communicator(MPI_Comm made, MPI_Comm parent, int tag);
/// Describes a communicator with the members of its parent; it may not be usable yet.
void add_copy(MPI_Comm made, MPI_Comm parent);
/// The number of a window, whose members are described like those of a communicator; 0: none.
std::uint32_t number_of(MPI_Win window);
/// Removes a communicator or window that is about to be freed.
void remove_handle(const void* handle);

/// Adds the predefined communicators, after MPI_Init.
void add_predefined(bool has_threads);

}  // namespace dps::mpi_library
