/// A call of a function of MPI, from its start to its end, and its record.
#pragma once

#include <atomic>
#include <cstdint>

#include <mpi.h>

#include "mpi_programs/board/record.h"
#include "mpi_programs/library/calling_thread.h"
#include "mpi_programs/library/functions.h"
#include "mpi_programs/library/next.h"

namespace dps::mpi_library {

/// The size of `count` elements in bytes; 0 for arguments that MPI does not read or will report.
std::uint64_t bytes_of(int count, MPI_Datatype type);

/// The record of a call that lasts as long as this object. Calls in calls have none.
class Call {
 public:
  /// `caller`: the return address of the binding.
  Call(Function function, const void* caller);
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call() {
    if (thread_ != nullptr) {
      std::atomic_signal_fence(std::memory_order_seq_cst);  // a sample may follow
      --thread_->depth;
    }
    if (is_predicting) [[unlikely]] {
      resume_computing();
    }
  }

  /// True if the call takes virtual time. Calls that MPI itself makes do not.
  [[nodiscard]] bool is_predicted() const {
    return is_predicting && (thread_ == nullptr || thread_->depth == 1);
  }
  /// If false, the caller can skip computing the details.
  [[nodiscard]] bool is_recorded() const { return record_ != nullptr; }
  [[nodiscard]] CallRecord* record() const { return record_; }
  /// The thread, and the position of the record in its log, for CallRecord::link; 0 without a
  /// record.
  [[nodiscard]] std::uint64_t link() const {
    return record_ == nullptr ? 0 : position_ | std::uint64_t{thread_->number} << 48;
  }

  void describe(MPI_Comm communicator, int peer, int tag, std::uint64_t bytes, std::uint16_t flags);
  /// Adds a record for a message that belongs to this call; null if there is no room.
  CallRecord* add_part(std::uint16_t flags);
  /// Ends the call: returns `code`, which MPI returned.
  int end(int code);
  /// Ends a call that found nothing complete.
  int end_poll(int code);

 private:
  /// Returns false for a call inside another call, which gets no record.
  bool enter(CallingThread* thread);
  void begin(Function function, const void* caller);
  void begin_or_count(const void* caller);
  void begin_predicted(const void* caller);
  [[nodiscard]] std::uint16_t site_number(const void* caller);
  /// Returns 0 if the interpreter cannot be queried.
  [[nodiscard]] std::uint16_t python_site_number();
  void resume_computing() const;

  CallingThread* thread_ = nullptr;
  CallRecord* record_ = nullptr;
  board::ClockTicks begin_ = 0;
  std::uint64_t position_ = 0;
  Function function_;
  bool is_lost_ = false;
};

/// Counts a call that has no record, unless it is in another call.
void count_call(Function function);

#define DPS_CALLER __builtin_return_address(0)

/// The part of `bytes` that a call sends to this rank: nothing is sent to MPI_PROC_NULL.
[[nodiscard]] constexpr std::uint64_t bytes_sent_to(int peer, std::uint64_t bytes) {
  return peer == MPI_PROC_NULL ? 0 : bytes;
}

}  // namespace dps::mpi_library
