/// Finds the functions that Fortran bindings call, and the call sites in Fortran code.
#pragma once

#include "mpi_programs/library/bindings/pass.h"

namespace dps::mpi_library {

/// Returns the definition of this name after that of the library, even one outside the global name
/// space (as in a module of Python); a function that does nothing if there is none.
AnyFunction next_of_fortran(const char* name);

/// Returns `own`, which is for Open MPI, or next_of_fortran() if the program has another MPI.
AnyFunction binding_for(const char* name, AnyFunction own);

/// Returns the call site behind `caller` if calls are recorded, else null.
const void* fortran_site(const void* caller);

}  // namespace dps::mpi_library
