#include "mpi_programs/library/bindings/predicted_neighbours.h"

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/communicators.h"
#include "mpi_programs/library/predicted/predicted_collectives.h"

namespace dps::mpi_library {

int NeighbourMessages::begin_receive(int source, const ReceivedHalf& of) {
  if (const int code = check_received(of, communicator_); code != MPI_SUCCESS) {
    return code;
  }
  const int peer = neighbours_.source(source);
  if (peer < 0 || numbers_.get() == nullptr) {
    return MPI_SUCCESS;
  }
  board::BoardRequest board_request = request_of(board::RequestKind::kBeginReceive, kIrecv);
  name_peer(peer, neighbours_.tag_of_receive(source), board_request);
  board_request.bytes = bytes_of(of.count, of.type);
  begin_one(board_request);
  return MPI_SUCCESS;
}

int NeighbourMessages::begin_send(int destination, const SentHalf& of, bool with_data) {
  if (const int code = check_sent(of, communicator_); code != MPI_SUCCESS) {
    return code;
  }
  const int peer = neighbours_.destination(destination);
  if (peer < 0 || numbers_.get() == nullptr) {
    return MPI_SUCCESS;
  }
  board::BoardRequest board_request = request_of(board::RequestKind::kBeginSend, kIsend);
  board_request.other_function = function_;
  name_peer(peer, neighbours_.tag_of_send(destination), board_request);
  board_request.bytes = bytes_of(of.count, of.type);
  if (const int code = with_data ? pack(of, board_request) : MPI_SUCCESS; code != MPI_SUCCESS) {
    return code;
  }
  begin_one(board_request);
  return MPI_SUCCESS;
}

void NeighbourMessages::name_peer(int peer, int tag, board::BoardRequest& board_request) const {
  board_request.communicator = number_of(communicator_);
  board_request.peer = peer;
  board_request.tag = tag;
  board_request.flags = board::kOfCollective;
}

void NeighbourMessages::begin_one(board::BoardRequest& board_request) {
  board_request.operation = next_operation();
  dps::mpi_library::begin(board_request);
  numbers_[count_++] = board_request.operation;
}

int NeighbourMessages::take(const ReceivedHalf& of, const board::Completion& done) {
  return unpack(of, {done.place, done.bytes, done.peer, done.tag}, communicator_,
                MPI_STATUS_IGNORE);
}

int NeighbourMessages::give(MPI_Request* request) {
  board::BoardRequest board_request = request_of(board::RequestKind::kBeginGroup, function_);
  board_request.operation = next_operation();
  board_request.is_notification = 1;
  notify(board_request, numbers_.get(), static_cast<std::size_t>(count_));
  return begin_own(board_request.operation, communicator_, request);
}

void* block_at(void* buffer, MPI_Aint elements, MPI_Datatype type) {
  MPI_Aint low = 0;
  MPI_Aint extent = 0;
  DPS_NEXT(Type_get_extent)(type, &low, &extent);
  return static_cast<char*>(buffer) + elements * extent;
}

const void* block_at(const void* buffer, MPI_Aint elements, MPI_Datatype type) {
  return block_at(const_cast<void*>(buffer), elements, type);  // NOLINT: nothing is written
}

}  // namespace dps::mpi_library
