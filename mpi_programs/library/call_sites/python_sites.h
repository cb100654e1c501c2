/// The lines of Python that call MPI by mpi4py, whose C code has the same few places for all.
#pragma once

#include <array>
#include <cstdint>

#include "mpi_programs/library/call_sites/sites.h"

namespace dps::mpi_library {

/// True if the address is in the code of mpi4py.
bool is_in_mpi4py(const void* caller);

/// The slot of the line of Python that this thread is in, whose number the caller sets; `place`
/// gets its text, "ring.py:14", if it has none yet. Null if the interpreter cannot be asked: it has
/// other threads, for one of which this thread might wait, or has ended, or there are too many
/// sites.
///
/// mpi4py calls MPI without the lock of the interpreter, so this function takes it meanwhile. It
/// runs no code of the program: collecting garbage is off, and an exception that the program
/// handles remains.
SiteTable::SiteSlot* find_python_site(SiteTable& sites, std::array<char, 256>& place);

}  // namespace dps::mpi_library
