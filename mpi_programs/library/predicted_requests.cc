#include "mpi_programs/library/predicted_requests.h"

#include <cstdlib>

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/communicators.h"
#include "mpi_programs/library/item_list.h"
#include "mpi_programs/library/pointer_map.h"
#include "mpi_programs/library/prediction_session.h"

namespace dps::mpi_library {
namespace {

using board::Completion;
using board::Reply;
using board::Request;
using board::RequestKind;

/// An operation that has begun.
struct Begun {
  std::int32_t number = 0;
  bool receives = false;
  bool owns_type = false;
  ReceivedHalf half{};
  MPI_Comm comm = nullptr;
};

PointerMap<Begun> begun;

const Begun* find_begun(MPI_Request request) {
  return request != nullptr ? begun.find(request) : nullptr;
}

int no_query(void* /*state*/, MPI_Status* status) {
  DPS_NEXT(Status_set_elements)
  (status, static_cast<MPI_Datatype>(find_symbol("ompi_mpi_byte")), 0);
  DPS_NEXT(Status_set_cancelled)(status, 0);
  return MPI_SUCCESS;
}
int no_free(void* /*state*/) {
  return MPI_SUCCESS;
}
int no_cancel(void* /*state*/, int /*is_complete*/) {
  return MPI_SUCCESS;
}

int add_request(const Begun& of, MPI_Request* request) {
  const int code = DPS_NEXT(Grequest_start)(no_query, no_free, no_cancel, nullptr, request);
  if (code == MPI_SUCCESS) {
    begun.add(*request, of);
  }
  return code;
}

/// A copy of a type that the program has made, since it may free it before the message comes.
MPI_Datatype kept_type(MPI_Datatype type, bool& is_copy) {
  int integers = 0;
  int addresses = 0;
  int types = 0;
  int combiner = MPI_COMBINER_NAMED;
  DPS_NEXT(Type_get_envelope)(type, &integers, &addresses, &types, &combiner);
  MPI_Datatype copy = type;
  is_copy = combiner != MPI_COMBINER_NAMED && DPS_NEXT(Type_dup)(type, &copy) == MPI_SUCCESS;
  return copy;
}

/// Ends the request of a completed operation, which MPI then frees.
int finish(MPI_Request* request, const Completion& done, MPI_Status* status) {
  Begun of = *begun.find(*request);
  begun.remove(*request);
  int code = MPI_SUCCESS;
  if (of.receives) {
    code = unpack(of.half, {done.place, done.bytes, done.peer, done.tag}, of.comm, status);
  } else {
    set_status(status, {0, 0, MPI_ANY_SOURCE, MPI_ANY_TAG}, 0);
  }
  if (of.owns_type) {
    DPS_NEXT(Type_free)(&of.half.type);
  }
  DPS_NEXT(Grequest_complete)(*request);
  DPS_NEXT(Wait)(request, MPI_STATUS_IGNORE);
  return code;
}

/// The numbers of requests in a list.
struct Contents {
  int predicted = 0;
  int others = 0;  ///< neither predicted nor null
};
Contents contents_of(const RequestList& list) {
  static void* const null_request = find_symbol("ompi_request_null");
  Contents contents;
  for (int i = 0; list.requests != nullptr && i < list.count; ++i) {
    if (find_begun(list.requests[i]) != nullptr) {
      ++contents.predicted;
    } else if (list.requests[i] != null_request) {
      ++contents.others;
    }
  }
  return contents;
}

/// The answer to a call about the predicted requests of a list.
class Answer {
 public:
  Answer(RequestKind kind, Function function, const RequestList& list, int predicted)
      : numbers_(predicted), positions_(predicted), completions_(predicted) {
    const auto count = static_cast<std::size_t>(predicted);
    Request request = request_of(kind, function);
    if (numbers_.get() == nullptr || positions_.get() == nullptr || completions_.get() == nullptr ||
        count > board::kMostOperations) {
      request.kind = RequestKind::kUnsupported;
      ask(request);  // does not return
    }
    int at = 0;
    for (int i = 0; i < list.count; ++i) {
      if (const Begun* of = find_begun(list.requests[i])) {
        numbers_.get()[at] = of->number;
        positions_.get()[at++] = i;
      }
    }
    reply_ = ask(request, numbers_.get(), count, completions_.get());
  }
  [[nodiscard]] int count() const { return static_cast<int>(reply_.count); }
  [[nodiscard]] const Completion& completion(int i) const { return done_[i]; }
  /// The position in the list of the call.
  [[nodiscard]] int position(int i) const { return at_[done_[i].position]; }

 private:
  ItemList<std::int32_t> numbers_;
  ItemList<int> positions_;
  ItemList<Completion> completions_;
  const Completion* done_ = completions_.get();
  const int* at_ = positions_.get();
  Reply reply_;
};

MPI_Status* status_at(MPI_Status* statuses, int i) {
  return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + i;
}

/// Notes the result of one operation of several in its status.
int note_code(int code, MPI_Status* status, int all) {
  if (status != MPI_STATUS_IGNORE) {
    status->MPI_ERROR = code;
  }
  return code == MPI_SUCCESS ? all : MPI_ERR_IN_STATUS;
}

/// Those that are complete, with their statuses.
int finish_some(const Answer& answer, const RequestList& list, int* outcount, int* indices,
                MPI_Status* statuses) {
  int code = MPI_SUCCESS;
  *outcount = answer.count();
  for (int i = 0; i < answer.count(); ++i) {
    indices[i] = answer.position(i);
    MPI_Status* status = status_at(statuses, i);
    code =
        note_code(finish(&list.requests[indices[i]], answer.completion(i), status), status, code);
  }
  return code;
}

/// All of a list, those of MPI included, which are complete.
int finish_all(const Answer& answer, const RequestList& list, int from, MPI_Status* statuses) {
  int code = MPI_SUCCESS;
  int next = 0;
  for (int i = 0; i < list.count; ++i) {
    MPI_Status* status = status_at(statuses, from + i);
    const bool is_predicted = next < answer.count() && answer.position(next) == i;
    code = note_code(is_predicted ? finish(&list.requests[i], answer.completion(next++), status)
                                  : DPS_NEXT(Wait)(&list.requests[i], status),
                     status, code);
  }
  return code;
}

}  // namespace

int predicted_begin_send(Function function, const SentHalf& sent, MPI_Comm comm,
                         MPI_Request* request) {
  int code = check_sent(sent, comm);
  if (code != MPI_SUCCESS) {
    return code;
  }
  if (sent.dest == MPI_PROC_NULL) {
    return DPS_NEXT(Isend)(sent.buf, sent.count, sent.type, sent.dest, sent.tag, comm, request);
  }
  Request asked = request_of(RequestKind::kBeginSend, function);
  asked.communicator = number_of(comm);
  asked.peer = sent.dest;
  asked.tag = sent.tag;
  code = pack(sent, comm, asked);
  if (code != MPI_SUCCESS) {
    return code;
  }
  Begun of;
  of.number = static_cast<std::int32_t>(ask(asked).operation);
  return add_request(of, request);
}

int predicted_begin_receive(const ReceivedHalf& received, MPI_Comm comm, MPI_Request* request) {
  if (received.source == MPI_PROC_NULL) {
    return DPS_NEXT(Irecv)(received.buf, received.count, received.type, received.source,
                           received.tag, comm, request);
  }
  if (const int code = check_received(received, comm); code != MPI_SUCCESS) {
    return code;
  }
  Request asked = request_of(RequestKind::kBeginReceive, kIrecv);
  asked.communicator = number_of(comm);
  asked.peer = received.source;
  asked.tag = received.tag;
  asked.bytes = bytes_of(received.count, received.type);
  Begun of;
  of.receives = true;
  of.half = received;
  of.half.type = kept_type(received.type, of.owns_type);
  of.comm = comm;
  of.number = static_cast<std::int32_t>(ask(asked).operation);
  return add_request(of, request);
}

int predicted_wait(MPI_Request* request, MPI_Status* status) {
  if (request == nullptr || find_begun(*request) == nullptr) {
    return DPS_NEXT(Wait)(request, status);
  }
  const Answer answer(RequestKind::kWaitAll, kWait, {1, request}, 1);
  return finish(request, answer.completion(0), status);
}

int predicted_wait_all(RequestList list, MPI_Status* statuses) {
  if (contents_of(list).predicted == 0) {
    return DPS_NEXT(Waitall)(list.count, list.requests, statuses);
  }
  // Waiting for all is waiting for one after another, so that a long list can be waited for in
  // parts.
  int code = MPI_SUCCESS;
  constexpr int kPart = static_cast<int>(board::kMostOperations);
  for (int from = 0; from < list.count; from += kPart) {
    const int rest = list.count - from;
    const RequestList part{rest < kPart ? rest : kPart, list.requests + from};
    const int predicted = contents_of(part).predicted;
    int of_part = MPI_SUCCESS;
    if (predicted > 0) {
      of_part = finish_all(Answer(RequestKind::kWaitAll, kWaitall, part, predicted), part, from,
                           statuses);
    } else {
      of_part = DPS_NEXT(Waitall)(part.count, part.requests, status_at(statuses, from));
    }
    code = code == MPI_SUCCESS ? of_part : code;
  }
  return code;
}

int predicted_wait_any(RequestList list, int* index, MPI_Status* status) {
  const Contents contents = contents_of(list);
  if (contents.predicted == 0 || contents.others > 0) {
    return DPS_NEXT(Waitany)(list.count, list.requests, index, status);
  }
  const Answer answer(RequestKind::kWaitAny, kWaitany, list, contents.predicted);
  *index = answer.position(0);
  return finish(&list.requests[*index], answer.completion(0), status);
}

int predicted_wait_some(RequestList list, int* outcount, int* indices, MPI_Status* statuses) {
  const Contents contents = contents_of(list);
  if (contents.predicted == 0 || contents.others > 0) {
    return DPS_NEXT(Waitsome)(list.count, list.requests, outcount, indices, statuses);
  }
  return finish_some(Answer(RequestKind::kWaitSome, kWaitsome, list, contents.predicted), list,
                     outcount, indices, statuses);
}

int predicted_test(MPI_Request* request, int* flag, MPI_Status* status) {
  if (request == nullptr || find_begun(*request) == nullptr) {
    return DPS_NEXT(Test)(request, flag, status);
  }
  const Answer answer(RequestKind::kTestAll, kTest, {1, request}, 1);
  *flag = answer.count();
  return *flag != 0 ? finish(request, answer.completion(0), status) : MPI_SUCCESS;
}

int predicted_test_all(RequestList list, int* flag, MPI_Status* statuses) {
  const int predicted = contents_of(list).predicted;
  if (predicted == 0) {
    return DPS_NEXT(Testall)(list.count, list.requests, flag, statuses);
  }
  const Answer answer(RequestKind::kTestAll, kTestall, list, predicted);
  *flag = answer.count() > 0 ? 1 : 0;
  return *flag != 0 ? finish_all(answer, list, 0, statuses) : MPI_SUCCESS;
}

int predicted_test_any(RequestList list, int* index, int* flag, MPI_Status* status) {
  const Contents contents = contents_of(list);
  if (contents.predicted == 0 || contents.others > 0) {
    return DPS_NEXT(Testany)(list.count, list.requests, index, flag, status);
  }
  const Answer answer(RequestKind::kTestAny, kTestany, list, contents.predicted);
  *flag = answer.count();
  *index = *flag != 0 ? answer.position(0) : MPI_UNDEFINED;
  return *flag != 0 ? finish(&list.requests[*index], answer.completion(0), status) : MPI_SUCCESS;
}

int predicted_test_some(RequestList list, int* outcount, int* indices, MPI_Status* statuses) {
  const Contents contents = contents_of(list);
  if (contents.predicted == 0 || contents.others > 0) {
    return DPS_NEXT(Testsome)(list.count, list.requests, outcount, indices, statuses);
  }
  return finish_some(Answer(RequestKind::kTestSome, kTestsome, list, contents.predicted), list,
                     outcount, indices, statuses);
}

namespace {

Reply ask_for_message(RequestKind kind, Function function, int source, int tag, MPI_Comm comm) {
  Request request = request_of(kind, function);
  request.communicator = number_of(comm);
  request.peer = source;
  request.tag = tag;
  return ask(request);
}

}  // namespace

int predicted_probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
  const ReceivedHalf half{nullptr, 0, static_cast<MPI_Datatype>(find_symbol("ompi_mpi_byte")),
                          source, tag};
  const int code = check_received(half, comm);
  if (code != MPI_SUCCESS || source == MPI_PROC_NULL) {
    return code != MPI_SUCCESS ? code : DPS_NEXT(Probe)(source, tag, comm, status);
  }
  const Reply reply = ask_for_message(RequestKind::kProbe, kProbe, source, tag, comm);
  set_status(status, {reply.place, reply.bytes, reply.peer, reply.tag}, reply.bytes);
  return MPI_SUCCESS;
}

int predicted_test_probe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  const ReceivedHalf half{nullptr, 0, static_cast<MPI_Datatype>(find_symbol("ompi_mpi_byte")),
                          source, tag};
  const int code = check_received(half, comm);
  if (code != MPI_SUCCESS || source == MPI_PROC_NULL) {
    return code != MPI_SUCCESS ? code : DPS_NEXT(Iprobe)(source, tag, comm, flag, status);
  }
  const Reply reply = ask_for_message(RequestKind::kTestProbe, kIprobe, source, tag, comm);
  *flag = reply.is_found != 0 ? 1 : 0;
  if (*flag != 0) {
    set_status(status, {reply.place, reply.bytes, reply.peer, reply.tag}, reply.bytes);
  }
  return MPI_SUCCESS;
}

}  // namespace dps::mpi_library
