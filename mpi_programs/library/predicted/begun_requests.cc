#include "mpi_programs/library/predicted/begun_requests.h"

#include <cstdlib>

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/containers/item_list.h"
#include "mpi_programs/library/containers/pointer_map.h"
#include "mpi_programs/library/predefined.h"
#include "mpi_programs/library/prediction_session.h"

namespace dps::mpi_library {
namespace {

using board::Completion;
using board::RequestKind;

PointerMap<Begun> begun;
/// Receives that the program has freed, by number: their data come with later replies.
PointerMap<Begun> freed;

const void* key_of(std::int32_t number) {
  return reinterpret_cast<const void*>(static_cast<std::intptr_t>(number));
}

void free_type(Begun& of) {
  if (of.owns_type) {
    DPS_NEXT(Type_free)(of.receives ? &of.received.type : &of.sent.type);
  }
}

int no_query(void* /*state*/, MPI_Status* status) {
  DPS_NEXT(Status_set_elements)
  (status, predefined::byte(), 0);
  DPS_NEXT(Status_set_cancelled)(status, 0);
  return MPI_SUCCESS;
}
int no_free(void* /*state*/) {
  return MPI_SUCCESS;
}
int no_cancel(void* /*state*/, int /*is_complete*/) {
  return MPI_SUCCESS;
}

void fill_freed(const Completion& done) {
  const void* key = key_of(static_cast<std::int32_t>(done.position));
  if (Begun* of = freed.find(key)) {
    Begun copy = *of;
    freed.remove(key);
    take(copy, done, MPI_STATUS_IGNORE);
    free_type(copy);
  }
}

}  // namespace

Begun* find_begun(MPI_Request request) {
  return request != nullptr ? begun.find(request) : nullptr;
}

bool is_active(MPI_Request request) {
  const Begun* of = find_begun(request);
  return of != nullptr && of->number != 0;
}

int add_request(const Begun& of, MPI_Request* request) {
  const int code = DPS_NEXT(Grequest_start)(no_query, no_free, no_cancel, nullptr, request);
  if (code == MPI_SUCCESS) {
    begun.add(*request, of);
  }
  return code;
}

void add_own_request(std::int32_t number, MPI_Comm comm, MPI_Request request) {
  Begun of;
  of.number = number;
  of.is_of_mpi = true;
  of.comm = comm;
  begun.add(request, of);
}

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

void set_empty(MPI_Status* status) {
  set_status(status, {0, 0, MPI_ANY_SOURCE, MPI_ANY_TAG}, 0);
}

namespace {

/// Takes the result of a collective operation on a network, whose completion this is.
int take_play(Begun& of, const Completion& done) {
  board::BoardRequest request = request_of(RequestKind::kCollect, kWait);
  request.place = done.place;
  ItemList<Completion> brought(of.members);
  if (brought.get() == nullptr) {
    return MPI_ERR_NO_MEM;
  }
  query(request, nullptr, 0, brought.get(), static_cast<std::size_t>(of.members));
  const int code = take_results(*of.play, brought.get(), of.members);
  if (of.owns_type) {
    DPS_NEXT(Type_free)(&of.play->into.type);
    of.owns_type = false;
  }
  std::free(const_cast<MPI_Datatype*>(of.play->into.types));  // NOLINT: a copy of its own
  std::free(of.play);
  of.play = nullptr;
  return code;
}

}  // namespace

int take(Begun& of, const Completion& done, MPI_Status* status) {
  if (of.play != nullptr) {
    const int code = take_play(of, done);
    set_empty(status);
    return code;
  }
  if (of.has_status) {
    if (status != MPI_STATUS_IGNORE) {
      *status = of.status;
    }
    return MPI_SUCCESS;
  }
  if (of.receives && done.is_cancelled == 0) {
    return unpack(of.received, {done.place, done.bytes, done.peer, done.tag}, of.comm, status);
  }
  set_empty(status);
  if (status != MPI_STATUS_IGNORE) {
    status->_cancelled = done.is_cancelled != 0 ? 1 : 0;
  }
  return MPI_SUCCESS;
}

int finish(MPI_Request* request, const Completion& done, MPI_Status* status) {
  Begun* known = begun.find(*request);
  if (known->is_persistent) {
    Begun of = *known;  // an error handler may add requests
    known->number = 0;
    known->has_status = false;
    return take(of, done, status);
  }
  Begun of = *known;
  begun.remove(*request);
  if (of.is_of_mpi) {
    end_own_operation();
    return DPS_NEXT(Wait)(request, status);
  }
  const int code = take(of, done, status);
  free_type(of);
  DPS_NEXT(Grequest_complete)(*request);
  DPS_NEXT(Wait)(request, MPI_STATUS_IGNORE);
  return code;
}

int free_begun(MPI_Request* request) {
  Begun of = *begun.find(*request);
  if (of.is_of_mpi) {
    return DPS_NEXT(Request_free)(request);  // an error
  }
  if (of.play != nullptr) {  // MPI does not allow it, and its result has to be taken
    return fail(of.comm, MPI_ERR_REQUEST);
  }
  begun.remove(*request);
  const bool remains = of.number != 0 && of.receives && !of.has_status;
  if (of.number != 0) {
    if (remains && freed.add(key_of(of.number), of)) {
      await_freed(&fill_freed);
    }
    board::BoardRequest board_request = request_of(RequestKind::kFree, kRequest_free);
    notify(board_request, &of.number, 1);
  }
  if (!remains) {
    free_type(of);
  }
  DPS_NEXT(Grequest_complete)(*request);
  return DPS_NEXT(Request_free)(request);
}

}  // namespace dps::mpi_library
