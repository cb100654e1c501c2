#include "mpi_programs/library/predicted/predicted_requests.h"

#include <algorithm>
#include <cstdlib>

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/communicators.h"
#include "mpi_programs/library/containers/item_list.h"
#include "mpi_programs/library/predefined.h"
#include "mpi_programs/library/predicted/begun_requests.h"
#include "mpi_programs/library/prediction_session.h"

namespace dps::mpi_library {
namespace {

using board::BoardReply;
using board::BoardRequest;
using board::Completion;
using board::RequestKind;

/// The requests of a list.
struct Contents {
  int predicted = 0;
  int others = 0;  ///< the requests of MPI, such as those of files
};
Contents contents_of(const RequestList& list) {
  Contents contents;
  for (int i = 0; list.requests != nullptr && i < list.count; ++i) {
    if (is_active(list.requests[i])) {
      ++contents.predicted;
    } else if (list.requests[i] != predefined::no_request() &&
               find_begun(list.requests[i]) == nullptr) {
      ++contents.others;
    }
  }
  return contents;
}

/// Returns false if one of the requests of MPI in the list is not complete. They remain.
bool are_others_complete(const RequestList& list) {
  for (int i = 0; i < list.count; ++i) {
    const MPI_Request one = list.requests[i];
    int flag = 1;
    if (one != predefined::no_request() && find_begun(one) == nullptr &&
        DPS_NEXT(Request_get_status)(one, &flag, MPI_STATUS_IGNORE) == MPI_SUCCESS && flag == 0) {
      return false;
    }
  }
  return true;
}

/// The requests of a list that belong to MPI itself.
class OthersOf {
 public:
  explicit OthersOf(const RequestList& list)
      : list_(list), others_(list.requests != nullptr ? std::max(list.count, 0) : 0) {
    for (int i = 0; list.requests != nullptr && i < list.count; ++i) {
      const bool is_other = find_begun(list.requests[i]) == nullptr;
      others_[i] = is_other ? list.requests[i] : predefined::no_request();
    }
  }
  [[nodiscard]] MPI_Request* get() { return list_.requests != nullptr ? others_.get() : nullptr; }
  /// Stores them in the list again, after a call of MPI has completed some.
  void give_back() {
    for (int i = 0; list_.requests != nullptr && i < list_.count; ++i) {
      if (find_begun(list_.requests[i]) == nullptr) {
        list_.requests[i] = others_[i];
      }
    }
  }

 private:
  const RequestList& list_;
  ItemList<MPI_Request> others_;
};

/// The most requests of a list: each may have a completion in the reply, unless only one has.
std::size_t most_requests(RequestKind kind) {
  const bool has_one_completion = kind == RequestKind::kWaitAny || kind == RequestKind::kTestAny;
  return has_one_completion ? board::kMostListed : board::kMostOperations;
}

/// The answer to a call about the predicted requests of a list.
class Answer {
 public:
  Answer(RequestKind kind, Function function, const RequestList& list, int predicted,
         std::uint16_t flags = 0)
      : numbers_(predicted), positions_(predicted), completions_(predicted) {
    const auto count = static_cast<std::size_t>(predicted);
    BoardRequest request = request_of(kind, function);
    request.flags = flags;
    const bool has_memory =
        numbers_.get() != nullptr && positions_.get() != nullptr && completions_.get() != nullptr;
    if (const std::size_t most = most_requests(kind); count > most || !has_memory) {
      request.kind = count > most ? RequestKind::kLongList : RequestKind::kUnsupported;
      request.bytes = count;
      request.operation = static_cast<std::int32_t>(most);
      query(request);  // does not return
    }
    int at = 0;
    for (int i = 0; i < list.count; ++i) {
      if (is_active(list.requests[i])) {
        numbers_.get()[at] = find_begun(list.requests[i])->number;
        positions_.get()[at++] = i;
      }
    }
    reply_ = query(request, numbers_.get(), count, completions_.get());
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
  BoardReply reply_;
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

/// Ends the requests that are complete, with their statuses.
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

/// True if a test of the list may find a request of MPI later. Called before MPI tests them.
bool waits_for_others(const Contents& contents, const RequestList& list) {
  return contents.others > 0 && !are_others_complete(list);
}

/// The flags of a test by dps. `waits`: the result of waits_for_others().
std::uint16_t flags_of_test(bool waits) {
  return waits ? board::kAmongOthers : 0;
}

int end_vain_test(Function function) {
  note_vain_test(function);
  return MPI_SUCCESS;
}

/// Waits for a request of MPI, which takes no virtual time, or for none.
int wait_for_other(Function function, MPI_Request* request, MPI_Status* status) {
  if (find_begun(*request) != nullptr) {  // it is not active
    set_empty(status);
    return MPI_SUCCESS;
  }
  int flag = 0;
  const int code = DPS_NEXT(Test)(request, &flag, status);
  if (code != MPI_SUCCESS || flag != 0) {
    return code;
  }
  const AwayCall away(function);
  return DPS_NEXT(Wait)(request, status);
}

/// Ends all requests of a list, those of MPI included, which are complete. `answer`: null if none
/// is predicted.
int finish_all(Function function, const Answer* answer, const RequestList& list, int from,
               MPI_Status* statuses) {
  int code = MPI_SUCCESS;
  int next = 0;
  for (int i = 0; i < list.count; ++i) {
    MPI_Status* status = status_at(statuses, from + i);
    const bool is_predicted =
        answer != nullptr && next < answer->count() && answer->position(next) == i;
    const int of_one = is_predicted ? finish(&list.requests[i], answer->completion(next++), status)
                                    : wait_for_other(function, &list.requests[i], status);
    code = note_code(of_one, status, code);
  }
  return code;
}

}  // namespace

int begin_play_request(std::int32_t number, const MemberResult& result, int members,
                       MPI_Request* request) {
  Begun of;
  of.number = number;
  of.members = members;
  of.comm = result.comm;
  of.play = static_cast<MemberResult*>(std::malloc(sizeof(MemberResult)));
  if (of.play == nullptr) {
    return MPI_ERR_NO_MEM;
  }
  *of.play = result;
  // The program may free its type, and the Fortran bindings free their list of types.
  if (result.into.types != nullptr) {
    const auto count = static_cast<std::size_t>(members);
    auto* copy = static_cast<MPI_Datatype*>(std::calloc(count, sizeof(MPI_Datatype)));
    if (copy == nullptr) {
      std::free(of.play);
      of.play = nullptr;
      return MPI_ERR_NO_MEM;
    }
    for (std::size_t i = 0; i < count; ++i) {
      copy[i] = result.into.types[i];
    }
    of.play->into.types = copy;
  } else if (result.kind != MemberResult::Kind::kNothing) {
    of.play->into.type = kept_type(result.into.type, of.owns_type);
  }
  return add_request(of, request);
}

int begin_send(SendFunctions functions, const SentHalf& sent, MPI_Comm comm, std::int32_t& number) {
  BoardRequest board_request = request_of(RequestKind::kBeginSend, functions.of_message);
  board_request.other_function = functions.called;
  board_request.communicator = number_of(comm);
  board_request.peer = sent.dest;
  board_request.tag = sent.tag;
  if (const int code = pack(sent, board_request); code != MPI_SUCCESS) {
    return code;
  }
  board_request.operation = next_operation();
  begin(board_request);
  number = board_request.operation;
  return MPI_SUCCESS;
}

std::int32_t begin_receive(const ReceivedHalf& received, MPI_Comm comm) {
  BoardRequest board_request = request_of(RequestKind::kBeginReceive, kIrecv);
  board_request.communicator = number_of(comm);
  board_request.peer = received.source;
  board_request.tag = received.tag;
  board_request.bytes = bytes_of(received.count, received.type);
  board_request.operation = next_operation();
  begin(board_request);
  return board_request.operation;
}

int predicted_begin_send(Function function, const SentHalf& sent, MPI_Comm comm,
                         MPI_Request* request) {
  if (const int code = check_sent(sent, comm); code != MPI_SUCCESS) {
    return code;
  }
  if (sent.dest == MPI_PROC_NULL) {
    return DPS_NEXT(Isend)(sent.buf, sent.count, sent.type, sent.dest, sent.tag, comm, request);
  }
  Begun of;
  of.comm = comm;
  const int code = begin_send({function}, sent, comm, of.number);
  return code != MPI_SUCCESS ? code : add_request(of, request);
}

int predicted_begin_receive(const ReceivedHalf& received, MPI_Comm comm, MPI_Request* request) {
  if (received.source == MPI_PROC_NULL) {
    return DPS_NEXT(Irecv)(received.buf, received.count, received.type, received.source,
                           received.tag, comm, request);
  }
  if (const int code = check_received(received, comm); code != MPI_SUCCESS) {
    return code;
  }
  Begun of;
  of.receives = true;
  of.received = received;
  of.received.type = kept_type(received.type, of.owns_type);
  of.comm = comm;
  of.number = begin_receive(received, comm);
  return add_request(of, request);
}

int predicted_wait(MPI_Request* request, MPI_Status* status) {
  if (request == nullptr) {
    return DPS_NEXT(Wait)(request, status);  // an error
  }
  if (!is_active(*request)) {
    return wait_for_other(kWait, request, status);
  }
  const Answer answer(RequestKind::kWaitAll, kWait, {1, request}, 1);
  return finish(request, answer.completion(0), status);
}

int predicted_wait_all(RequestList list, MPI_Status* statuses) {
  if (list.count <= 0 || list.requests == nullptr) {
    return DPS_NEXT(Waitall)(list.count, list.requests, statuses);
  }
  // All requests can be awaited one after another, so that a long list can be awaited in parts.
  int code = MPI_SUCCESS;
  constexpr int kPart = static_cast<int>(board::kMostOperations);
  for (int from = 0; from < list.count; from += kPart) {
    const int rest = list.count - from;
    const RequestList part{rest < kPart ? rest : kPart, list.requests + from};
    const int predicted = contents_of(part).predicted;
    int of_part = MPI_SUCCESS;
    if (predicted > 0) {
      const Answer answer(RequestKind::kWaitAll, kWaitall, part, predicted);
      of_part = finish_all(kWaitall, &answer, part, from, statuses);
    } else {
      of_part = finish_all(kWaitall, nullptr, part, from, statuses);
    }
    code = code == MPI_SUCCESS ? of_part : code;
  }
  return code;
}

int predicted_wait_any(RequestList list, int* index, MPI_Status* status) {
  if (index == nullptr) {
    return DPS_NEXT(Waitany)(list.count, list.requests, nullptr, status);  // MPI refuses it
  }
  const Contents contents = contents_of(list);
  while (contents.others > 0 || contents.predicted == 0) {
    const bool waits = waits_for_others(contents, list);
    OthersOf others(list);
    int flag = 0;
    int code = DPS_NEXT(Testany)(list.count, others.get(), index, &flag, status);
    const bool has_ended = code != MPI_SUCCESS || (flag != 0 && *index != MPI_UNDEFINED);
    if (!has_ended && contents.predicted == 0 && flag == 0) {
      const AwayCall away(kWaitany);
      code = DPS_NEXT(Waitany)(list.count, others.get(), index, status);
    }
    others.give_back();
    if (has_ended || contents.predicted == 0) {
      return code;
    }
    if (!waits) {  // those of MPI are not active
      break;
    }
    // dps cannot wait for requests that are complete at some real time.
    const Answer answer(RequestKind::kTestAny, kWaitany, list, contents.predicted,
                        board::kAmongOthers);
    if (answer.count() > 0) {
      *index = answer.position(0);
      return finish(&list.requests[*index], answer.completion(0), status);
    }
  }
  const Answer answer(RequestKind::kWaitAny, kWaitany, list, contents.predicted);
  *index = answer.position(0);
  return finish(&list.requests[*index], answer.completion(0), status);
}

int predicted_wait_some(RequestList list, int* outcount, int* indices, MPI_Status* statuses) {
  const Contents contents = contents_of(list);
  const bool is_wrong = outcount == nullptr || indices == nullptr;
  while (contents.others > 0 || contents.predicted == 0 || is_wrong) {
    const bool waits = waits_for_others(contents, list);
    OthersOf others(list);
    int code = DPS_NEXT(Testsome)(list.count, others.get(), outcount, indices, statuses);
    const bool has_ended = code != MPI_SUCCESS || is_wrong || *outcount > 0;
    if (!has_ended && contents.predicted == 0 && *outcount == 0) {
      const AwayCall away(kWaitsome);
      code = DPS_NEXT(Waitsome)(list.count, others.get(), outcount, indices, statuses);
    }
    others.give_back();
    if (has_ended || contents.predicted == 0) {
      return code;
    }
    if (!waits) {
      break;
    }
    const Answer answer(RequestKind::kTestSome, kWaitsome, list, contents.predicted,
                        board::kAmongOthers);
    if (answer.count() > 0) {
      return finish_some(answer, list, outcount, indices, statuses);
    }
  }
  return finish_some(Answer(RequestKind::kWaitSome, kWaitsome, list, contents.predicted), list,
                     outcount, indices, statuses);
}

int predicted_test(MPI_Request* request, int* flag, MPI_Status* status) {
  if (request == nullptr || flag == nullptr || find_begun(*request) == nullptr) {
    const int code = DPS_NEXT(Test)(request, flag, status);
    const bool has_found = code != MPI_SUCCESS || flag == nullptr || *flag != 0;
    return has_found ? code : end_vain_test(kTest);
  }
  if (!is_active(*request)) {
    *flag = 1;
    set_empty(status);
    return MPI_SUCCESS;
  }
  const Answer answer(RequestKind::kTestAll, kTest, {1, request}, 1);
  *flag = answer.count();
  return *flag != 0 ? finish(request, answer.completion(0), status) : MPI_SUCCESS;
}

int predicted_test_all(RequestList list, int* flag, MPI_Status* statuses) {
  const Contents contents = contents_of(list);
  if (list.count <= 0 || list.requests == nullptr || flag == nullptr) {
    return DPS_NEXT(Testall)(list.count, list.requests, flag, statuses);
  }
  if (contents.predicted > 0) {
    const Answer answer(RequestKind::kTestAll, kTestall, list, contents.predicted,
                        flags_of_test(waits_for_others(contents, list)));
    *flag = answer.count() > 0 ? 1 : 0;
    return *flag != 0 ? finish_all(kTestall, &answer, list, 0, statuses) : MPI_SUCCESS;
  }
  OthersOf others(list);
  const int code = DPS_NEXT(Testall)(list.count, others.get(), flag, statuses);
  others.give_back();
  return code != MPI_SUCCESS || *flag != 0 ? code : end_vain_test(kTestall);
}

int predicted_test_any(RequestList list, int* index, int* flag, MPI_Status* status) {
  if (flag == nullptr || index == nullptr) {
    return DPS_NEXT(Testany)(list.count, list.requests, index, flag, status);  // MPI refuses it
  }
  const Contents contents = contents_of(list);
  const bool waits = waits_for_others(contents, list);
  if (contents.others > 0 || contents.predicted == 0) {
    OthersOf others(list);
    const int code = DPS_NEXT(Testany)(list.count, others.get(), index, flag, status);
    others.give_back();
    if (code != MPI_SUCCESS ||
        (*flag != 0 && (contents.predicted == 0 || *index != MPI_UNDEFINED))) {
      return code;
    }
    if (contents.predicted == 0) {
      return end_vain_test(kTestany);
    }
  }
  const Answer answer(RequestKind::kTestAny, kTestany, list, contents.predicted,
                      flags_of_test(waits));
  *flag = answer.count();
  *index = *flag != 0 ? answer.position(0) : MPI_UNDEFINED;
  return *flag != 0 ? finish(&list.requests[*index], answer.completion(0), status) : MPI_SUCCESS;
}

int predicted_test_some(RequestList list, int* outcount, int* indices, MPI_Status* statuses) {
  if (outcount == nullptr || indices == nullptr) {
    return DPS_NEXT(Testsome)(list.count, list.requests, outcount, indices, statuses);
  }
  const Contents contents = contents_of(list);
  const bool waits = waits_for_others(contents, list);
  if (contents.others > 0 || contents.predicted == 0) {
    OthersOf others(list);
    const int code = DPS_NEXT(Testsome)(list.count, others.get(), outcount, indices, statuses);
    others.give_back();
    if (code != MPI_SUCCESS || *outcount > 0) {
      return code;
    }
    if (contents.predicted == 0) {  // MPI_UNDEFINED: none is active
      return *outcount == 0 ? end_vain_test(kTestsome) : code;
    }
  }
  const Answer answer(RequestKind::kTestSome, kTestsome, list, contents.predicted,
                      flags_of_test(waits));
  return finish_some(answer, list, outcount, indices, statuses);
}

}  // namespace dps::mpi_library
