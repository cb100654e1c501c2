#include "mpi_programs/library/calling_thread.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace dps::mpi_library {

constinit thread_local CallingThread* this_thread __attribute__((tls_model("initial-exec"))) =
    nullptr;
constinit thread_local const void* foreign_caller __attribute__((tls_model("initial-exec"))) =
    nullptr;
bool is_attached = false;
bool is_recording = false;
board::LogClock clock_of_logs = board::LogClock::kNanoseconds;
bool is_predicting = false;
board::ClockTicks virtual_now = board::kVirtualOrigin;

void close_abandoned(CallRecord* record) {
  if (record != nullptr && record->end == 0) {
    record->end = record->begin;
    record->add_flag(CallFlag::kFailed);
  }
}

void renew(CallingThread& thread) {
  if (thread.depth != 0) {
    close_abandoned(thread.open);
  }
  thread.depth = 0;
  thread.open = nullptr;
  thread.polls = nullptr;
}

namespace {

CallRecord* append_special(CallingThread& thread, const CallRecord& record, const void* contents,
                           std::uint64_t size) {
  const std::uint64_t pieces = (size + board::kRecordBytes - 1) / board::kRecordBytes;
  if (!thread.log.has_room(1 + pieces)) {
    return nullptr;
  }
  CallRecord* first = thread.log.append();
  if (first == nullptr) {
    return nullptr;
  }
  CallRecord made = record;
  made.function = 0;  // until the contents are there
  made.set_size(size);
  made.link = pieces;
  *first = made;
  const char* from = static_cast<const char*>(contents);
  for (std::uint64_t left = size; left > 0;) {
    CallRecord* piece = thread.log.append();
    if (piece == nullptr) {
      first->set_size(size - left);
      break;
    }
    const std::uint64_t part = std::min<std::uint64_t>(left, board::kRecordBytes);
    std::memcpy(static_cast<void*>(piece), from, part);
    from += part;
    left -= part;
  }
  first->function = record.function;
  thread.polls = nullptr;
  return first;
}

}  // namespace

CallRecord* write_special(CallingThread& thread, const CallRecord& record, const void* contents,
                          std::uint64_t size) {
  const unsigned depth = thread.depth++;  // no sample comes between the pieces
  std::atomic_signal_fence(std::memory_order_seq_cst);
  CallRecord* first = append_special(thread, record, contents, size);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  thread.depth = depth;
  return first;
}

}  // namespace dps::mpi_library
