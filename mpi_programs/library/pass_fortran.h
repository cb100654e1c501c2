/// Where calls of Fortran go, and where they come from.
#pragma once

#include "mpi_programs/library/pass.h"

namespace dps::mpi_library {

/// The definition of this name after that of the library, also if it is not in the global name
/// space (as of a module of Python); a function that does nothing if there is none.
AnyFunction next_of_fortran(const char* name);

/// `own`, which is for Open MPI; next_of_fortran() if the program has another MPI.
AnyFunction binding_for(const char* name, AnyFunction own);

/// The site of a call, if calls are recorded.
const void* fortran_site(const void* caller);

}  // namespace dps::mpi_library
