/// Data types of MPI.
#pragma once

#include <cstdint>

#include <mpi.h>

#include "mpi_programs/library/next.h"
#include "mpi_programs/library/predefined.h"

namespace dps::mpi_library {

inline bool is_no_type(MPI_Datatype type) {
  return type == nullptr || type == predefined::no_type();
}

/// The bytes of data of an element; 0: the type is none, or its elements have no data.
inline std::uint64_t element_bytes(MPI_Datatype type) {
  MPI_Count size = 0;  // it may not fit in an int
  const bool has_data =
      !is_no_type(type) && DPS_NEXT(Type_size_x)(type, &size) == MPI_SUCCESS && size > 0;
  return has_data ? static_cast<std::uint64_t>(size) : 0;
}

}  // namespace dps::mpi_library
