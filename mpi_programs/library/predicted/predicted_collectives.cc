#include "mpi_programs/library/predicted/predicted_collectives.h"

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/communicators.h"
#include "mpi_programs/library/meeting.h"
#include "mpi_programs/library/predefined.h"
#include "mpi_programs/library/predicted/begun_requests.h"
#include "mpi_programs/library/prediction_session.h"
#include "mpi_programs/library/topology.h"

namespace dps::mpi_library {
namespace {

void meet_in(board::BoardRequest request, Function function) {
  if (is_on_network()) {
    request.kind = board::RequestKind::kPlay;
    request.flags = board::kIsCarriedOut;
    request.bytes = 0;
    begin_carrying_out(function);
  } else if (takes_turns()) {
    begin_carrying_out(function);
  }
  query(request);
  note_traffic();
}

}  // namespace

void meet(Function function, MPI_Comm communicator, std::uint64_t bytes) {
  if (is_no_communicator(communicator)) {
    return;  // an error that MPI will report
  }
  board::BoardRequest request = request_of(board::RequestKind::kCollective, function);
  request.communicator = number_of(communicator);
  request.bytes = bytes;
  meet_in(request, function);
}

void meet_members(Function function, std::uint32_t window) {
  if (window != 0) {
    board::BoardRequest request = request_of(board::RequestKind::kCollective, function);
    request.communicator = window;
    meet_in(request, function);
  }
}

int begin_own(std::int32_t number, MPI_Comm communicator, MPI_Request* request) {
  if (*request ==
      predefined::complete_request()) {  // one for all operations that are complete at once
    Begun of;
    of.number = number;
    of.comm = communicator;
    return add_request(of, request);
  }
  begin_own_operation();
  add_own_request(number, communicator, *request);
  return MPI_SUCCESS;
}

int begin_meeting(Function function, MPI_Comm communicator, std::uint64_t bytes, int code,
                  MPI_Request* request) {
  if (code != MPI_SUCCESS) {
    return code;
  }
  board::BoardRequest board_request = request_of(board::RequestKind::kBeginCollective, function);
  board_request.communicator = number_of(communicator);
  board_request.bytes = bytes;
  board_request.operation = next_operation();
  begin(board_request);
  return begin_own(board_request.operation, communicator, request);
}

void leave_for(Function function, MPI_Comm communicator) {
  board::BoardRequest request = request_of(board::RequestKind::kAway, function);
  request.communicator = number_of(communicator);
  notify(request);
}

}  // namespace dps::mpi_library
