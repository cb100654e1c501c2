/// The arguments of a call whose types are not known.
#pragma once

#include <cstdint>

namespace dps::mpi_library {

/// An argument or a result: an integer, a pointer, or nothing.
using Word = std::uintptr_t;

/// The arguments of a call.
struct Words {
  const Word* list;
  bool are_fortran;  ///< true: the words are addresses, the last that of the error
};

}  // namespace dps::mpi_library
