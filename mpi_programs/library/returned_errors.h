/// Calls of MPI whose errors do not end the program.
#pragma once

#include <mpi.h>

#include "mpi_programs/library/next.h"
#include "mpi_programs/library/predefined.h"

namespace dps::mpi_library {

/// MPI returns errors in the communicator while this object exists; then its handler is restored.
class ReturnedErrors {
 public:
  explicit ReturnedErrors(MPI_Comm communicator) : communicator_(communicator) {
    DPS_NEXT(Comm_get_errhandler)(communicator, &before_);
    return_errors(communicator);
  }
  ReturnedErrors(const ReturnedErrors&) = delete;
  ReturnedErrors& operator=(const ReturnedErrors&) = delete;
  ~ReturnedErrors() {
    DPS_NEXT(Comm_set_errhandler)(communicator_, before_);
    DPS_NEXT(Errhandler_free)(&before_);
  }
  static void return_errors(MPI_Comm communicator) {
    DPS_NEXT(Comm_set_errhandler)
    (communicator, predefined::errors_return());
  }

 private:
  MPI_Comm communicator_;
  MPI_Errhandler before_ = nullptr;
};

}  // namespace dps::mpi_library
