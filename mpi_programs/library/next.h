/// The functions and data of the MPI that the program has loaded, by name: the library refers to
/// none of them, so that it can be loaded into any program.
#pragma once

#include <array>

#include <link.h>

#include "mpi_programs/library/functions.h"

namespace dps::mpi_library {

using AnyFunction = void (*)();

/// Finds a function or variable of the loaded MPI, even one outside the global name space (as in a
/// module of Python). Null if there is none.
void* find_symbol(const char* name);

/// Does the same among the libraries of MPI that need not be in the global name space.
void* find_in_private_libraries(const char* name);

/// The head of the list of loaded modules.
const link_map* first_module();
/// A symbol of this module or of those that it needs; null if there is none.
void* find_in_module(const link_map& module, const char* name);

namespace detail {
extern std::array<AnyFunction, kFunctions> next_functions;
AnyFunction find_next(Function function);
}  // namespace detail

/// Returns PMPI_X; if the MPI lacks it, a function that returns MPI_ERR_OTHER.
inline AnyFunction next(Function function) {
  const AnyFunction known = detail::next_functions[function];
  return known != nullptr ? known : detail::find_next(function);
}

/// PMPI_X with its type.
#define DPS_NEXT(name) \
  (reinterpret_cast<decltype(&PMPI_##name)>(::dps::mpi_library::next(::dps::mpi_library::k##name)))

}  // namespace dps::mpi_library
