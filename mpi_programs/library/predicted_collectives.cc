#include "mpi_programs/library/predicted_collectives.h"

#include "mpi_programs/library/communicators.h"
#include "mpi_programs/library/prediction_session.h"
#include "mpi_programs/library/topology.h"

namespace dps::mpi_library {

void meet(Function function, MPI_Comm communicator, std::uint64_t bytes) {
  if (is_no_communicator(communicator)) {
    return;  // an error that MPI will report
  }
  board::Request request = request_of(board::RequestKind::kCollective, function);
  request.communicator = number_of(communicator);
  request.bytes = bytes;
  ask(request);
}

void leave_for(Function function, MPI_Comm communicator) {
  board::Request request = request_of(board::RequestKind::kAway, function);
  request.communicator = number_of(communicator);
  tell(request);
}

}  // namespace dps::mpi_library
