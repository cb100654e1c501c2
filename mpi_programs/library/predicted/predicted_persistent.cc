#include "mpi_programs/library/predicted/predicted_persistent.h"

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/predicted/begun_requests.h"
#include "mpi_programs/library/predicted/predicted_requests.h"
#include "mpi_programs/library/prediction_session.h"

namespace dps::mpi_library {
namespace {

using board::BoardReply;
using board::Completion;
using board::RequestKind;

/// Sends a request about one operation.
BoardReply query_operation(RequestKind kind, Function function, const Begun& of, Completion& done) {
  return query(request_of(kind, function), &of.number, 1, &done);
}

/// The function that made a persistent send, each of whose messages is that of `function`.
Function maker_of(Function function) {
  switch (function) {
    case kIbsend:
      return kBsend_init;
    case kIssend:
      return kSsend_init;
    case kIrsend:
      return kRsend_init;
    default:
      return kSend_init;
  }
}

}  // namespace

int predicted_send_init(Function function, const SentHalf& sent, MPI_Comm comm,
                        MPI_Request* request) {
  if (const int code = check_sent(sent, comm); code != MPI_SUCCESS) {
    return code;
  }
  if (sent.dest == MPI_PROC_NULL) {
    return DPS_NEXT(Send_init)(sent.buf, sent.count, sent.type, sent.dest, sent.tag, comm, request);
  }
  Begun of;
  of.is_persistent = true;
  of.function = function;
  of.sent = sent;
  of.sent.type = kept_type(sent.type, of.owns_type);
  of.comm = comm;
  return add_request(of, request);
}

int predicted_recv_init(const ReceivedHalf& received, MPI_Comm comm, MPI_Request* request) {
  if (received.source == MPI_PROC_NULL) {
    return DPS_NEXT(Recv_init)(received.buf, received.count, received.type, received.source,
                               received.tag, comm, request);
  }
  if (const int code = check_received(received, comm); code != MPI_SUCCESS) {
    return code;
  }
  Begun of;
  of.is_persistent = true;
  of.receives = true;
  of.received = received;
  of.received.type = kept_type(received.type, of.owns_type);
  of.comm = comm;
  return add_request(of, request);
}

int predicted_start(MPI_Request* request) {
  Begun* of = request != nullptr ? find_begun(*request) : nullptr;
  if (of == nullptr) {
    return DPS_NEXT(Start)(request);
  }
  if (!of->is_persistent || of->number != 0) {
    return fail(of->comm, MPI_ERR_REQUEST);
  }
  if (of->receives) {
    of->number = begin_receive(of->received, of->comm);
    return MPI_SUCCESS;
  }
  return begin_send({of->function, maker_of(of->function)}, of->sent, of->comm, of->number);
}

int predicted_start_all(int count, MPI_Request* requests) {
  if (count < 0 || (count > 0 && requests == nullptr)) {
    return DPS_NEXT(Startall)(count, requests);  // an error
  }
  for (int i = 0; i < count; ++i) {
    if (const int code = predicted_start(&requests[i]); code != MPI_SUCCESS) {
      return code;
    }
  }
  return MPI_SUCCESS;
}

int predicted_cancel(MPI_Request* request) {
  const Begun* of = request != nullptr ? find_begun(*request) : nullptr;
  if (of == nullptr || of->is_of_mpi) {
    return DPS_NEXT(Cancel)(request);
  }
  if (of->number == 0) {
    return fail(of->comm, MPI_ERR_REQUEST);
  }
  if (of->receives && !of->has_status) {
    Completion ignored;
    query_operation(RequestKind::kCancel, kCancel, *of, ignored);
  }
  return MPI_SUCCESS;
}

int predicted_free(MPI_Request* request) {
  return request == nullptr || find_begun(*request) == nullptr ? DPS_NEXT(Request_free)(request)
                                                               : free_begun(request);
}

int predicted_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  const Begun* of = find_begun(request);
  if (of == nullptr || flag == nullptr) {
    const int code = DPS_NEXT(Request_get_status)(request, flag, status);
    if (code == MPI_SUCCESS && flag != nullptr && *flag == 0) {
      note_vain_test(kRequest_get_status);
    }
    return code;
  }
  if (of->number == 0) {
    *flag = 1;
    set_empty(status);
    return MPI_SUCCESS;
  }
  Completion done;
  const BoardReply reply =
      query_operation(RequestKind::kTestStatus, kRequest_get_status, *of, done);
  *flag = reply.is_found != 0 ? 1 : 0;
  if (*flag == 0) {
    return MPI_SUCCESS;
  }
  if (of->is_of_mpi) {
    int code = MPI_SUCCESS;
    for (*flag = 0; *flag == 0 && code == MPI_SUCCESS;) {
      code = DPS_NEXT(Request_get_status)(request, flag, status);
    }
    return code;
  }
  Begun* known = find_begun(request);
  MPI_Status own{};
  const int code = take(*known, done, &own);
  known = find_begun(request);  // an error handler may have changed the table
  if (known != nullptr) {
    known->has_status = true;
    known->status = own;
  }
  if (status != MPI_STATUS_IGNORE) {
    *status = own;
  }
  return code;
}

}  // namespace dps::mpi_library
