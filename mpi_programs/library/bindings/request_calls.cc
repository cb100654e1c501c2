// The C bindings that complete, start and free requests.
#include <algorithm>

#include <mpi.h>

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/communicators.h"
#include "mpi_programs/library/containers/item_list.h"
#include "mpi_programs/library/predicted/predicted_persistent.h"
#include "mpi_programs/library/predicted/predicted_requests.h"
#include "mpi_programs/library/requests.h"

using namespace dps::mpi_library;  // NOLINT(google-build-using-namespace): the bindings are global

namespace {

/// The record of a started request: the call's own, or a part of it.
void start(CallRecord& record, const PersistentRequest& of, MPI_Request request) {
  record.peer = of.peer;
  record.tag = of.tag;
  const bool sends = (of.flags & CallFlag::kSends) != 0;
  record.set_size(sends ? bytes_sent_to(of.peer, of.bytes) : 0);
  record.add_flag(of.flags);
  record.add_flag(CallFlag::kPending);
  await(request, &record);
}

/// Open MPI starts another request in place of a buffered send that is still under way.
void follow(MPI_Request before, MPI_Request now) {
  const PersistentRequest* of = is_attached && now != before ? find_persistent(before) : nullptr;
  if (of != nullptr) {
    CallRecord* record = drop(before);
    add_persistent(now, *of);
    if (record != nullptr) {
      await(now, record);
    }
  }
}

/// The requests of a list before they are started.
class Handles {
 public:
  Handles(int count, const MPI_Request* requests)
      : count_(is_attached && requests != nullptr ? std::max(count, 0) : 0), handles_(count_) {
    if (handles_.get() == nullptr) {
      count_ = 0;
    }
    std::copy_n(requests, count_, handles_.get());
  }
  void follow_to(const MPI_Request* requests) {
    for (int i = 0; i < count_; ++i) {
      follow(handles_[i], requests[i]);
    }
  }

 private:
  int count_;
  ItemList<MPI_Request> handles_;
};

}  // namespace

extern "C" int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  Call call(kWait, DPS_CALLER);
  Completions done(1, request);
  const int code = call.is_predicted() ? predicted_wait(request, done.statuses(status))
                                       : DPS_NEXT(Wait)(request, done.statuses(status));
  if (has_received(code)) {
    done.complete_at(0, 0, call.link());
  }
  return call.end(code);
}

extern "C" int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  Call call(kWaitall, DPS_CALLER);
  Completions done(count, requests);
  const int code = call.is_predicted()
                       ? predicted_wait_all({count, requests}, done.statuses(statuses))
                       : DPS_NEXT(Waitall)(count, requests, done.statuses(statuses));
  done.complete_list(code, &count, nullptr, call.link());
  return call.end(code);
}

extern "C" int MPI_Waitany(int count, MPI_Request requests[], int* index, MPI_Status* status) {
  Call call(kWaitany, DPS_CALLER);
  Completions done(count, requests);
  const int code = call.is_predicted()
                       ? predicted_wait_any({count, requests}, index, done.statuses(status))
                       : DPS_NEXT(Waitany)(count, requests, index, done.statuses(status));
  if (has_received(code)) {
    done.complete_at(*index, 0, call.link());
  }
  return call.end(code);
}

extern "C" int MPI_Waitsome(int count, MPI_Request requests[], int* outcount, int indices[],
                            MPI_Status statuses[]) {
  Call call(kWaitsome, DPS_CALLER);
  Completions done(count, requests);
  const int code =
      call.is_predicted()
          ? predicted_wait_some({count, requests}, outcount, indices, done.statuses(statuses))
          : DPS_NEXT(Waitsome)(count, requests, outcount, indices, done.statuses(statuses));
  done.complete_list(code, outcount, indices, call.link());
  return call.end(code);
}

extern "C" int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  Call call(kTest, DPS_CALLER);
  Completions done(1, request);
  const int code = call.is_predicted() ? predicted_test(request, flag, done.statuses(status))
                                       : DPS_NEXT(Test)(request, flag, done.statuses(status));
  if (code == MPI_SUCCESS && *flag == 0) {
    return call.end_poll(code);
  }
  if (has_received(code)) {
    done.complete_at(0, 0, call.link());
  }
  return call.end(code);
}

extern "C" int MPI_Testall(int count, MPI_Request requests[], int* flag, MPI_Status statuses[]) {
  Call call(kTestall, DPS_CALLER);
  Completions done(count, requests);
  const int code = call.is_predicted()
                       ? predicted_test_all({count, requests}, flag, done.statuses(statuses))
                       : DPS_NEXT(Testall)(count, requests, flag, done.statuses(statuses));
  if (code == MPI_SUCCESS && *flag == 0) {
    return call.end_poll(code);
  }
  done.complete_list(code, &count, nullptr, call.link());
  return call.end(code);
}

extern "C" int MPI_Testany(int count, MPI_Request requests[], int* index, int* flag,
                           MPI_Status* status) {
  Call call(kTestany, DPS_CALLER);
  Completions done(count, requests);
  const int code = call.is_predicted()
                       ? predicted_test_any({count, requests}, index, flag, done.statuses(status))
                       : DPS_NEXT(Testany)(count, requests, index, flag, done.statuses(status));
  if (code == MPI_SUCCESS && *flag == 0) {
    return call.end_poll(code);
  }
  if (has_received(code)) {
    done.complete_at(*index, 0, call.link());
  }
  return call.end(code);
}

extern "C" int MPI_Testsome(int count, MPI_Request requests[], int* outcount, int indices[],
                            MPI_Status statuses[]) {
  Call call(kTestsome, DPS_CALLER);
  Completions done(count, requests);
  const int code =
      call.is_predicted()
          ? predicted_test_some({count, requests}, outcount, indices, done.statuses(statuses))
          : DPS_NEXT(Testsome)(count, requests, outcount, indices, done.statuses(statuses));
  if (code == MPI_SUCCESS && *outcount == 0) {
    return call.end_poll(code);
  }
  done.complete_list(code, outcount, indices, call.link());
  return call.end(code);
}

extern "C" int MPI_Request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  Call call(kRequest_get_status, DPS_CALLER);
  const int code = call.is_predicted() ? predicted_get_status(request, flag, status)
                                       : DPS_NEXT(Request_get_status)(request, flag, status);
  return code == MPI_SUCCESS && *flag == 0 ? call.end_poll(code) : call.end(code);
}

extern "C" int MPI_Request_free(MPI_Request* request) {
  Call call(kRequest_free, DPS_CALLER);
  if (is_attached && request != nullptr) {
    drop(*request);
  }
  return call.end(call.is_predicted() ? predicted_free(request) : DPS_NEXT(Request_free)(request));
}

extern "C" int MPI_Cancel(MPI_Request* request) {
  Call call(kCancel, DPS_CALLER);
  return call.end(call.is_predicted() ? predicted_cancel(request) : DPS_NEXT(Cancel)(request));
}

extern "C" int MPI_Start(MPI_Request* request) {
  Call call(kStart, DPS_CALLER);
  const bool is_recorded = call.is_recorded() && request != nullptr;
  const PersistentRequest* of = is_recorded ? find_persistent(*request) : nullptr;
  if (of != nullptr) {
    call.describe(of->communicator, of->peer, of->tag, 0, 0);
    start(*call.record(), *of, *request);
  }
  const MPI_Request before = request != nullptr ? *request : nullptr;
  const int code = call.is_predicted() ? predicted_start(request) : DPS_NEXT(Start)(request);
  if (code == MPI_SUCCESS && request != nullptr) {
    follow(before, *request);
  }
  return call.end(code);
}

extern "C" int MPI_Startall(int count, MPI_Request requests[]) {
  Call call(kStartall, DPS_CALLER);
  for (int i = 0; call.is_recorded() && requests != nullptr && i < count; ++i) {
    const PersistentRequest* of = find_persistent(requests[i]);
    CallRecord* part = of != nullptr ? call.add_part(0) : nullptr;
    if (part != nullptr) {
      part->communicator = number_of(of->communicator);
      part->end = part->begin;
      start(*part, *of, requests[i]);
    }
  }
  Handles before(count, requests);
  const int code = call.is_predicted() ? predicted_start_all(count, requests)
                                       : DPS_NEXT(Startall)(count, requests);
  if (code == MPI_SUCCESS) {
    before.follow_to(requests);
  }
  return call.end(code);
}
