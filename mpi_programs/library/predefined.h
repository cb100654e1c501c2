/// The handles that MPI predefines. The macros of mpi.h refer to data of libmpi, by these names;
/// the library must not (next.h). Each is null before MPI is loaded, and must not be requested
/// until then.
#pragma once

#include <mpi.h>

#include "mpi_programs/library/next.h"

namespace dps::mpi_library::predefined {

inline MPI_Comm world() {
  static auto* const found = static_cast<MPI_Comm>(find_symbol("ompi_mpi_comm_world"));
  return found;
}
inline MPI_Comm self() {
  static auto* const found = static_cast<MPI_Comm>(find_symbol("ompi_mpi_comm_self"));
  return found;
}
inline MPI_Comm no_communicator() {
  static auto* const found = static_cast<MPI_Comm>(find_symbol("ompi_mpi_comm_null"));
  return found;
}

inline MPI_Datatype byte() {
  static auto* const found = static_cast<MPI_Datatype>(find_symbol("ompi_mpi_byte"));
  return found;
}
inline MPI_Datatype packed() {
  static auto* const found = static_cast<MPI_Datatype>(find_symbol("ompi_mpi_packed"));
  return found;
}
inline MPI_Datatype no_type() {
  static auto* const found = static_cast<MPI_Datatype>(find_symbol("ompi_mpi_datatype_null"));
  return found;
}

inline MPI_Request no_request() {
  static auto* const found = static_cast<MPI_Request>(find_symbol("ompi_request_null"));
  return found;
}
/// The request of operations that are complete at once; not a handle of the standard.
inline MPI_Request complete_request() {
  static auto* const found = static_cast<MPI_Request>(find_symbol("ompi_request_empty"));
  return found;
}

inline MPI_Win no_window() {
  static auto* const found = static_cast<MPI_Win>(find_symbol("ompi_mpi_win_null"));
  return found;
}
inline MPI_Info no_info() {
  static auto* const found = static_cast<MPI_Info>(find_symbol("ompi_mpi_info_null"));
  return found;
}
inline MPI_Errhandler errors_return() {
  static auto* const found = static_cast<MPI_Errhandler>(find_symbol("ompi_mpi_errors_return"));
  return found;
}

}  // namespace dps::mpi_library::predefined
