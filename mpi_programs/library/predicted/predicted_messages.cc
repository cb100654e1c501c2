#include "mpi_programs/library/predicted/predicted_messages.h"

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/communicators.h"
#include "mpi_programs/library/predicted/packing.h"
#include "mpi_programs/library/prediction_session.h"
#include "mpi_programs/library/topology.h"

namespace dps::mpi_library {
namespace {

using board::BoardReply;
using board::BoardRequest;
using board::RequestKind;

/// True for a rank of the communicator, or of its other group.
bool is_member(int rank, MPI_Comm comm) {
  return rank >= 0 && !is_no_communicator(comm) && rank < partners_of(comm);
}

}  // namespace

int check_sent(const SentHalf& of, MPI_Comm comm) {
  const int dest = of.dest == MPI_PROC_NULL || is_member(of.dest, comm) ? MPI_PROC_NULL : of.dest;
  return DPS_NEXT(Send)(of.buf, of.count, of.type, dest, of.tag, comm);
}

int check_received(const ReceivedHalf& of, MPI_Comm comm) {
  const bool is_right =
      of.source == MPI_PROC_NULL || of.source == MPI_ANY_SOURCE || is_member(of.source, comm);
  return DPS_NEXT(Recv)(of.buf, of.count, of.type, is_right ? MPI_PROC_NULL : of.source, of.tag,
                        comm, MPI_STATUS_IGNORE);
}

int report_limit(int code, MPI_Datatype type) {
  if (code == MPI_ERR_COUNT) {
    BoardRequest request = request_of(RequestKind::kLongElement, kNoFunction);
    request.bytes = bytes_of(1, type);
    query(request);  // does not return
  }
  return code;
}

int pack(const SentHalf& of, BoardRequest& request) {
  request.bytes = bytes_of(of.count, of.type);
  if (request.bytes == 0) {
    return MPI_SUCCESS;
  }
  request.place = arena().take(request.bytes);
  if (request.place == 0) {
    request.kind = RequestKind::kHeapIsFull;
    query(request);  // does not return
  }
  auto* data = static_cast<char*>(const_cast<void*>(of.buf));  // NOLINT: it is read only
  const ElementList elements{data, static_cast<std::uint64_t>(of.count), of.type};
  return report_limit(pack_elements(elements, static_cast<char*>(arena().data(request.place))),
                      of.type);
}

int fail(MPI_Comm comm, int code) {
  DPS_NEXT(Comm_call_errhandler)(comm, code);
  return code;
}

void set_status(MPI_Status* status, const TakenMessage& message, std::uint64_t bytes) {
  if (status != MPI_STATUS_IGNORE) {
    status->MPI_SOURCE = message.source;
    status->MPI_TAG = message.tag;
    status->_ucount = bytes;
    status->_cancelled = 0;
  }
}

int unpack(const ReceivedHalf& of, const TakenMessage& message, MPI_Comm comm, MPI_Status* status) {
  const std::uint64_t room = bytes_of(of.count, of.type);
  const bool is_too_long = message.bytes > room;
  const std::uint64_t bytes = is_too_long ? room : message.bytes;
  int code = MPI_SUCCESS;
  if (bytes > 0) {
    const ElementList elements{static_cast<char*>(of.buf), static_cast<std::uint64_t>(of.count),
                               of.type};
    code = report_limit(
        unpack_elements(static_cast<const char*>(arena().data(message.place)), bytes, elements),
        of.type);
  }
  if (message.place != 0) {
    arena().free(message.place);
  }
  set_status(status, message, bytes);
  return is_too_long ? fail(comm, MPI_ERR_TRUNCATE) : code;
}

namespace {

TakenMessage message_of(const BoardReply& reply) {
  return {reply.place, reply.bytes, reply.peer, reply.tag};
}

}  // namespace

int predicted_send(Function function, const void* buf, int count, MPI_Datatype type, int dest,
                   int tag, MPI_Comm comm) {
  const SentHalf half{buf, count, type, dest, tag};
  if (const int code = check_sent(half, comm); code != MPI_SUCCESS || dest == MPI_PROC_NULL) {
    return code;
  }
  BoardRequest request = request_of(RequestKind::kSend, function);
  request.communicator = number_of(comm);
  request.peer = dest;
  request.tag = tag;
  if (const int code = pack(half, request); code != MPI_SUCCESS) {
    return code;
  }
  begin(request);
  return MPI_SUCCESS;
}

int predicted_receive(void* buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                      MPI_Status* status) {
  const ReceivedHalf half{buf, count, type, source, tag};
  if (source == MPI_PROC_NULL) {
    return DPS_NEXT(Recv)(buf, count, type, source, tag, comm, status);
  }
  if (const int code = check_received(half, comm); code != MPI_SUCCESS) {
    return code;
  }
  BoardRequest request = request_of(RequestKind::kReceive, kRecv);
  request.communicator = number_of(comm);
  request.peer = source;
  request.tag = tag;
  return unpack(half, message_of(query(request)), comm, status);
}

int predicted_exchange(Function function, const SentHalf& sent, const ReceivedHalf& received,
                       MPI_Comm comm, MPI_Status* status) {
  int code = check_sent(sent, comm);
  code = code == MPI_SUCCESS ? check_received(received, comm) : code;
  if (code != MPI_SUCCESS) {
    return code;
  }
  if (received.source == MPI_PROC_NULL) {  // whatever the function, such a send does not wait
    code = predicted_send(function, sent.buf, sent.count, sent.type, sent.dest, sent.tag, comm);
    return code != MPI_SUCCESS ? code
                               : DPS_NEXT(Recv)(received.buf, received.count, received.type,
                                                MPI_PROC_NULL, received.tag, comm, status);
  }
  BoardRequest request = request_of(RequestKind::kExchange, function);
  request.communicator = number_of(comm);
  request.peer = sent.dest;
  request.tag = sent.tag;
  request.source = received.source;
  request.source_tag = received.tag;
  if (sent.dest != MPI_PROC_NULL) {
    code = pack(sent, request);
  }
  return code == MPI_SUCCESS ? unpack(received, message_of(query(request)), comm, status) : code;
}

}  // namespace dps::mpi_library
