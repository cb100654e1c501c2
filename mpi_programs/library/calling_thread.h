/// The threads of a rank that call MPI, and the state of recording that they share.
#pragma once

#include <array>
#include <cstdint>

#include "mpi_programs/board/clock.h"
#include "mpi_programs/board/log_writer.h"
#include "mpi_programs/board/record.h"
#include "mpi_programs/library/call_sites/sites.h"
#include "mpi_programs/library/functions.h"

namespace dps::mpi_library {

using board::CallFlag;
using board::CallRecord;

/// A thread that calls MPI: its log, and the state of its current call.
struct CallingThread {
  board::LogWriter log;
  SiteTable sites;
  std::uint32_t number = 0;         ///< the number of its log in this rank
  unsigned depth = 0;               ///< nesting of calls, in callbacks and in MPI itself
  const void* outermost = nullptr;  ///< the place on the stack of the outermost of these calls
  CallRecord* open = nullptr;       ///< the record of the current call; null: it has none
  CallRecord* polls = nullptr;      ///< the last record that is no sample, if it is one of polls
  std::uint32_t samples_after_polls = 0;  ///< the number of sample records behind `polls`
  std::uintptr_t new_code = 0;  ///< the code of a sample, if the log has not named it; 0: none
  Function function_before = kNoFunction;  ///< of the last call, if a file has the times between
  std::uint16_t site_before = 0;           ///< likewise
  std::uint16_t sites_sent = 0;            ///< the number of sites whose places dps has received
  std::array<char, 256> python_place{};    ///< "ring.py:14": the last new site in Python
  std::uint16_t last_python_site = 0;      ///< its number
  CallingThread* next = nullptr;           ///< the thread with the next number
  CallingThread* next_free = nullptr;      ///< the next thread that has ended and whose log is free
};

/// The state of this thread; null before its first call.
extern constinit thread_local CallingThread* this_thread __attribute__((tls_model("initial-exec")));

/// The call site, set by the binding of another language; null: the caller of the C binding is it.
extern constinit thread_local const void* foreign_caller __attribute__((tls_model("initial-exec")));

/// True between MPI_Init and MPI_Finalize of a rank that dps knows.
extern bool is_attached;
/// If false, nothing is recorded, as before MPI_Init, after MPI_Finalize, and in a program that was
/// not started by dps.
extern bool is_recording;
extern board::LogClock clock_of_logs;

/// True if calls take virtual time (prediction_session.h).
extern bool is_predicting;
/// The virtual time of this rank, in the unit of logs.
extern board::ClockTicks virtual_now;

/// Now, by the clock of the logs.
inline board::ClockTicks log_ticks() {
  if (clock_of_logs == board::LogClock::kVirtual) [[unlikely]] {
    return virtual_now;
  }
  return board::ticks_now(clock_of_logs);
}

/// Makes the thread's log and sends it to dps, or continues that of a thread that has ended. Null
/// if that failed.
CallingThread* add_thread();

/// Another thread continues the log: closes the call in which the previous one was cancelled.
void renew(CallingThread& thread);

/// Closes the record of a call that an error handler has left by an exception or by longjmp. The
/// time of that call is not known.
void close_abandoned(CallRecord* record);

/// Writes a special record and its contents; null if there is no room.
CallRecord* write_special(CallingThread& thread, const CallRecord& record, const void* contents,
                          std::uint64_t size);

}  // namespace dps::mpi_library
