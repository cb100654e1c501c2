/// Collective operations of neighbours in virtual time: a message to each destination, and one from
/// each source.
#pragma once

#include <cstdint>

#include <mpi.h>

#include "mpi_programs/library/functions.h"
#include "mpi_programs/library/predicted/predicted_messages.h"
#include "mpi_programs/library/prediction_session.h"
#include "mpi_programs/library/topology.h"

namespace dps::mpi_library {

/// The messages of one operation.
class NeighbourMessages {
 public:
  NeighbourMessages(Function function, MPI_Comm communicator)
      : function_(function),
        communicator_(communicator),
        neighbours_(communicator),
        numbers_(neighbours_.in() + neighbours_.out()) {}

  /// Begins all messages. `received(i)` and `sent(i)`: the blocks from the i-th source and to the
  /// i-th destination. `with_data`: if not, MPI carries the data.
  template <typename Received, typename Sent>
  int begin(Received received, Sent sent, bool with_data) {
    int code = MPI_SUCCESS;
    for (int i = 0; i < neighbours_.in() && code == MPI_SUCCESS; ++i) {
      code = begin_receive(i, received(i));
    }
    for (int i = 0; i < neighbours_.out() && code == MPI_SUCCESS; ++i) {
      code = begin_send(i, sent(i), with_data);
    }
    return code;
  }
  /// Waits for all of them, and unpacks the received messages.
  template <typename Received>
  int wait(Received received) {
    ItemList<board::Completion> done(count_);
    if (count_ > 0) {
      query(request_of(board::RequestKind::kWaitAll, function_), numbers_.get(),
            static_cast<std::size_t>(count_), done.get());
    }
    int code = MPI_SUCCESS;
    int next = 0;
    for (int i = 0; i < neighbours_.in(); ++i) {
      if (neighbours_.source(i) >= 0) {
        const int of_one = take(received(i), done[next++]);
        code = code == MPI_SUCCESS ? of_one : code;
      }
    }
    return code;
  }
  /// Combines them into one operation, which the request completes.
  int give(MPI_Request* request);

 private:
  int begin_receive(int source, const ReceivedHalf& of);
  int begin_send(int destination, const SentHalf& of, bool with_data);
  void name_peer(int peer, int tag, board::BoardRequest& board_request) const;
  void begin_one(board::BoardRequest& board_request);
  int take(const ReceivedHalf& of, const board::Completion& done);

  Function function_;
  MPI_Comm communicator_;
  Neighbours neighbours_;
  ItemList<std::int32_t> numbers_;  // of the operations, the receives first
  int count_ = 0;
};

/// An operation that blocks.
template <typename Received, typename Sent>
int exchange_with_neighbours(Function function, MPI_Comm communicator, Received received,
                             Sent sent) {
  NeighbourMessages messages(function, communicator);
  const int code = messages.begin(received, sent, true);
  return code != MPI_SUCCESS ? code : messages.wait(received);
}

/// A non-blocking operation, which MPI has begun with the return value `code`.
template <typename Received, typename Sent>
int begin_with_neighbours(Function function, MPI_Comm communicator, int code, Received received,
                          Sent sent, MPI_Request* request) {
  if (code != MPI_SUCCESS) {
    return code;
  }
  NeighbourMessages messages(function, communicator);
  messages.begin(received, sent, false);
  return messages.give(request);
}

/// The place `elements` elements behind the start of a buffer.
const void* block_at(const void* buffer, MPI_Aint elements, MPI_Datatype type);
void* block_at(void* buffer, MPI_Aint elements, MPI_Datatype type);

}  // namespace dps::mpi_library
