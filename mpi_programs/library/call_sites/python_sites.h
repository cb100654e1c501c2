/// Finds the lines of Python that call MPI through mpi4py, whose C code has the same few places for
/// all.
#pragma once

#include <array>
#include <cstdint>

#include "mpi_programs/library/call_sites/sites.h"

namespace dps::mpi_library {

/// True if the address is in the code of mpi4py.
bool is_in_mpi4py(const void* caller);

/// Returns the slot of the line of Python that this thread executes; the caller sets the number of
/// a new slot, whose text, "ring.py:14", is stored in `place`. Returns null if there are too many
/// sites, or if the interpreter cannot be queried: it has ended, or has other threads, for which
/// this thread might have to wait.
///
/// mpi4py calls MPI without the lock of the interpreter, so this function takes it meanwhile. It
/// runs no code of the program: collecting garbage is off, and an exception that the program
/// handles remains.
SiteTable::SiteSlot* find_python_site(SiteTable& sites, std::array<char, 256>& place);

}  // namespace dps::mpi_library
