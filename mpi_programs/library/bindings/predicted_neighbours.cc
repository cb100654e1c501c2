#include "mpi_programs/library/bindings/predicted_neighbours.h"

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/communicators.h"
#include "mpi_programs/library/predicted_collectives.h"

namespace dps::mpi_library {

int NeighbourMessages::begin_receive(int source, const ReceivedHalf& of) {
  if (const int code = check_received(of, communicator_); code != MPI_SUCCESS) {
    return code;
  }
  const int peer = neighbours_.source(source);
  if (peer < 0 || numbers_.get() == nullptr) {
    return MPI_SUCCESS;
  }
  board::BoardRequest asked = request_of(board::RequestKind::kBeginReceive, kIrecv);
  name_peer(peer, neighbours_.tag_of_receive(source), asked);
  asked.bytes = bytes_of(of.count, of.type);
  begin_one(asked);
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
  board::BoardRequest asked = request_of(board::RequestKind::kBeginSend, kIsend);
  name_peer(peer, neighbours_.tag_of_send(destination), asked);
  asked.bytes = bytes_of(of.count, of.type);
  if (const int code = with_data ? pack(of, communicator_, asked) : MPI_SUCCESS;
      code != MPI_SUCCESS) {
    return code;
  }
  begin_one(asked);
  return MPI_SUCCESS;
}

void NeighbourMessages::name_peer(int peer, int tag, board::BoardRequest& asked) const {
  asked.communicator = number_of(communicator_);
  asked.peer = peer;
  asked.tag = tag;
  asked.flags = board::kOfCollective;
}

void NeighbourMessages::begin_one(board::BoardRequest& asked) {
  asked.operation = next_operation();
  dps::mpi_library::begin(asked);
  numbers_[count_++] = asked.operation;
}

int NeighbourMessages::take(const ReceivedHalf& of, const board::Completion& done) {
  return unpack(of, {done.place, done.bytes, done.peer, done.tag}, communicator_,
                MPI_STATUS_IGNORE);
}

int NeighbourMessages::give(MPI_Request* request) {
  board::BoardRequest asked = request_of(board::RequestKind::kBeginGroup, function_);
  asked.operation = next_operation();
  asked.is_told = 1;
  notify(asked, numbers_.get(), static_cast<std::size_t>(count_));
  return begin_own(asked.operation, communicator_, request);
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
