#include "mpi_programs/library/predicted/predicted_probes.h"

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/communicators.h"
#include "mpi_programs/library/containers/pointer_map.h"
#include "mpi_programs/library/predefined.h"
#include "mpi_programs/library/predicted/begun_requests.h"
#include "mpi_programs/library/prediction_session.h"

namespace dps::mpi_library {
namespace {

using board::BoardReply;
using board::BoardRequest;
using board::RequestKind;

/// A message that a matching probe has found.
struct Matched {
  std::int32_t number = 0;  ///< the number of its operation
  MPI_Comm comm = nullptr;
};
PointerMap<Matched> matched;

constexpr int kTagOfHandles = 32'001;

int make_handle(MPI_Message* message) {
  MPI_Request sent = nullptr;
  int code =
      DPS_NEXT(Isend)(nullptr, 0, predefined::byte(), 0, kTagOfHandles, predefined::self(), &sent);
  if (code == MPI_SUCCESS) {
    code = DPS_NEXT(Mprobe)(0, kTagOfHandles, predefined::self(), message, MPI_STATUS_IGNORE);
    DPS_NEXT(Wait)(&sent, MPI_STATUS_IGNORE);
  }
  return code;
}

void free_handle(MPI_Message* message) {
  DPS_NEXT(Mrecv)(nullptr, 0, predefined::byte(), message, MPI_STATUS_IGNORE);
}

/// Requests a message that is there, or will be.
BoardReply ask_for_message(BoardRequest request, int source, int tag, MPI_Comm comm) {
  request.communicator = number_of(comm);
  request.peer = source;
  request.tag = tag;
  return query(request);
}

void set_found(MPI_Status* status, const BoardReply& reply) {
  set_status(status, {reply.place, reply.bytes, reply.peer, reply.tag}, reply.bytes);
}

int check_probe(int source, int tag, MPI_Comm comm) {
  return check_received({nullptr, 0, predefined::byte(), source, tag}, comm);
}

int note_matched(std::int32_t number, MPI_Comm comm, MPI_Message* message) {
  const int code = make_handle(message);
  if (code == MPI_SUCCESS) {
    matched.add(*message, {number, comm});
  }
  return code;
}

/// Returns the message of a handle, and frees the handle; the number is 0 if MPI itself has it.
Matched take_matched(MPI_Message* message) {
  const Matched* found = message != nullptr ? matched.find(*message) : nullptr;
  if (found == nullptr) {
    return {};
  }
  const Matched copy = *found;
  matched.remove(*message);
  free_handle(message);
  return copy;
}

bool is_known(const MPI_Message* message) {
  return message != nullptr && matched.find(*message) != nullptr;
}

}  // namespace

int predicted_probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
  const int code = check_probe(source, tag, comm);
  if (code != MPI_SUCCESS || source == MPI_PROC_NULL) {
    return code != MPI_SUCCESS ? code : DPS_NEXT(Probe)(source, tag, comm, status);
  }
  set_found(status, ask_for_message(request_of(RequestKind::kProbe, kProbe), source, tag, comm));
  return MPI_SUCCESS;
}

int predicted_test_probe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  const int code = check_probe(source, tag, comm);
  if (code != MPI_SUCCESS || source == MPI_PROC_NULL) {
    return code != MPI_SUCCESS ? code : DPS_NEXT(Iprobe)(source, tag, comm, flag, status);
  }
  const BoardReply reply =
      ask_for_message(request_of(RequestKind::kTestProbe, kIprobe), source, tag, comm);
  *flag = reply.is_found != 0 ? 1 : 0;
  if (*flag != 0) {
    set_found(status, reply);
  }
  return MPI_SUCCESS;
}

int predicted_match_probe(int source, int tag, MPI_Comm comm, MPI_Message* message,
                          MPI_Status* status) {
  const int code = check_probe(source, tag, comm);
  if (code != MPI_SUCCESS || source == MPI_PROC_NULL) {
    return code != MPI_SUCCESS ? code : DPS_NEXT(Mprobe)(source, tag, comm, message, status);
  }
  BoardRequest request = request_of(RequestKind::kMatchProbe, kMprobe);
  request.operation = next_operation();
  set_found(status, ask_for_message(request, source, tag, comm));
  return note_matched(request.operation, comm, message);
}

int predicted_test_match_probe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message,
                               MPI_Status* status) {
  const int code = check_probe(source, tag, comm);
  if (code != MPI_SUCCESS || source == MPI_PROC_NULL) {
    return code != MPI_SUCCESS ? code : DPS_NEXT(Improbe)(source, tag, comm, flag, message, status);
  }
  BoardRequest request = request_of(RequestKind::kTestMatchProbe, kImprobe);
  request.operation = next_operation();
  const BoardReply reply = ask_for_message(request, source, tag, comm);
  *flag = reply.is_found != 0 ? 1 : 0;
  if (*flag == 0) {
    return MPI_SUCCESS;
  }
  set_found(status, reply);
  return note_matched(request.operation, comm, message);
}

int predicted_receive_matched(void* buf, int count, MPI_Datatype type, MPI_Message* message,
                              MPI_Status* status) {
  if (!is_known(message)) {
    return DPS_NEXT(Mrecv)(buf, count, type, message, status);
  }
  const ReceivedHalf half{buf, count, type, MPI_PROC_NULL, 0};
  if (const int code = check_received(half, predefined::self()); code != MPI_SUCCESS) {
    return code;
  }
  const Matched of = take_matched(message);
  BoardRequest request = request_of(RequestKind::kReceiveMatched, kMrecv);
  request.operation = of.number;
  const BoardReply reply = query(request);
  return unpack(half, {reply.place, reply.bytes, reply.peer, reply.tag}, of.comm, status);
}

int predicted_begin_matched(void* buf, int count, MPI_Datatype type, MPI_Message* message,
                            MPI_Request* request) {
  if (!is_known(message)) {
    return DPS_NEXT(Imrecv)(buf, count, type, message, request);
  }
  Begun begun;
  begun.receives = true;
  begun.received = {buf, count, type, MPI_PROC_NULL, 0};
  if (const int code = check_received(begun.received, predefined::self()); code != MPI_SUCCESS) {
    return code;
  }
  const Matched of = take_matched(message);
  BoardRequest board_request = request_of(RequestKind::kBeginMatched, kImrecv);
  board_request.operation = of.number;
  board_request.bytes = bytes_of(count, type);
  begun.received.type = kept_type(type, begun.owns_type);
  begun.comm = of.comm;
  begun.number = of.number;
  begin(board_request);
  return add_request(begun, request);
}

}  // namespace dps::mpi_library
