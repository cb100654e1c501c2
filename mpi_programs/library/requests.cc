#include "mpi_programs/library/requests.h"

#include <cstdlib>

#include "mpi_programs/library/containers/lock.h"
#include "mpi_programs/library/containers/pointer_map.h"
#include "mpi_programs/library/predefined.h"

namespace dps::mpi_library {
namespace {

struct Tracked {
  CallRecord* record;  // null: an inactive persistent request
  PersistentRequest of;
};

std::atomic_flag table_lock = ATOMIC_FLAG_INIT;
PointerMap<Tracked> tracked;

CallRecord* record_of(const void* handle) {
  const TableLock lock(table_lock);
  const Tracked* found = tracked.find(handle);
  return found != nullptr ? found->record : nullptr;
}

/// Called when the record is complete: a persistent request remains, without a record.
void release(const void* handle, const CallRecord* record) {
  const TableLock lock(table_lock);
  Tracked* found = tracked.find(handle);
  if (found == nullptr || found->record != record) {
    return;  // the handle has been used again
  }
  if (found->of.flags != 0) {
    found->record = nullptr;
  } else {
    tracked.remove(handle);
  }
}

}  // namespace

void await(const void* handle, CallRecord* record) {
  const TableLock lock(table_lock);
  if (Tracked* known = tracked.find(handle); known != nullptr && known->of.flags != 0) {
    known->record = record;
    return;
  }
  tracked.add(handle, {record, {}});
}

int end_with_request(Call& call, int code, const MPI_Request* request) {
  // Operations that are complete at once may share one request.
  if (call.is_recorded() && code == MPI_SUCCESS && *request != predefined::complete_request()) {
    call.record()->add_flag(CallFlag::kPending);
    await(*request, call.record());
  }
  return call.end(code);
}

void add_persistent(MPI_Request request, const PersistentRequest& of) {
  const TableLock lock(table_lock);
  tracked.add(request, {nullptr, of});
}

const PersistentRequest* find_persistent(MPI_Request request) {
  static thread_local PersistentRequest copy __attribute__((tls_model("initial-exec")));
  const TableLock lock(table_lock);
  const Tracked* found = tracked.find(request);
  if (found == nullptr || found->of.flags == 0) {
    return nullptr;
  }
  copy = found->of;
  return &copy;
}

CallRecord* drop(const void* handle) {
  const TableLock lock(table_lock);
  const Tracked* found = tracked.find(handle);
  CallRecord* record = found != nullptr ? found->record : nullptr;
  tracked.remove(handle);
  return record;
}

void complete(CallRecord& record, const MPI_Status& status, std::uint64_t link) {
  record.link = link;
  record.remove_flag(CallFlag::kPending);
  if (!record.has(CallFlag::kReceives)) {
    return;
  }
  record.peer = status.MPI_SOURCE;
  record.tag = status.MPI_TAG;
  record.set_size(status._ucount);
  if (status._cancelled != 0) {
    record.add_flag(CallFlag::kCancelled);
  }
}

Completions::Completions(int count, const MPI_Request* requests) : count_(count) {
  if (!is_attached || count <= 0 || requests == nullptr || tracked.count() == 0) {
    return;
  }
  WaitingReceive* place = few_;
  if (count > kUsual) {
    place = static_cast<WaitingReceive*>(
        std::malloc(sizeof(WaitingReceive) * static_cast<std::size_t>(count)));
    if (place == nullptr) {
      return;
    }
  }
  bool is_any_tracked = false;
  for (int i = 0; i < count; ++i) {
    place[i] = {requests[i], record_of(requests[i])};
    is_any_tracked = is_any_tracked || place[i].record != nullptr;
  }
  if (is_any_tracked) {
    waiting_ = place;
  } else if (place != few_) {
    std::free(place);
  }
}

Completions::~Completions() {
  if (waiting_ != nullptr && waiting_ != few_) {
    std::free(waiting_);
  }
  if (own_ != nullptr && own_ != few_statuses_) {
    std::free(own_);
  }
}

MPI_Status* Completions::statuses(MPI_Status* users) {
  used_ = users;
  if (waiting_ == nullptr || users != MPI_STATUSES_IGNORE) {
    return users;
  }
  own_ = count_ <= kUsual ? few_statuses_
                          : static_cast<MPI_Status*>(
                                std::calloc(static_cast<std::size_t>(count_), sizeof(MPI_Status)));
  used_ = own_ != nullptr ? own_ : users;
  return used_;
}

void Completions::complete_at(int position, int of_status, std::uint64_t link) {
  if (waiting_ == nullptr || position < 0 || position >= count_) {
    return;
  }
  const WaitingReceive& done = waiting_[position];
  if (done.record != nullptr && used_ != nullptr) {
    complete(*done.record, used_[of_status], link);
    release(done.request, done.record);
  }
}

void Completions::complete_list(int code, const int* count, const int* positions,
                                std::uint64_t link) {
  if (waiting_ == nullptr || (code != MPI_SUCCESS && code != MPI_ERR_IN_STATUS)) {
    return;
  }
  for (int i = 0; i < *count; ++i) {
    if (code == MPI_SUCCESS || (used_ != nullptr && has_received(used_[i].MPI_ERROR))) {
      complete_at(positions != nullptr ? positions[i] : i, i, link);
    }
  }
}

}  // namespace dps::mpi_library
