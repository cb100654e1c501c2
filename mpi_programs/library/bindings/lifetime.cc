// The C bindings that initialise and finalise MPI, read its clock, and annotate the program.
#include <cstdarg>
#include <cstring>

#include <mpi.h>

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/computing.h"
#include "mpi_programs/library/dps_mpi.h"
#include "mpi_programs/library/pieces.h"
#include "mpi_programs/library/prediction_session.h"
#include "mpi_programs/library/rank.h"

using namespace dps::mpi_library;  // NOLINT(google-build-using-namespace): the bindings are global

namespace {

void switch_recording(bool is_on) {
  if (is_attached && is_on != is_recording) {
    CallRecord record{};
    record.function = dps::board::kRecording;
    record.begin = log_ticks();
    record.peer = is_on ? 1 : 0;
    if (this_thread != nullptr) {
      write_special(*this_thread, record, nullptr, 0);
    }
    is_recording = is_on;
  }
}

void begin_phase(const char* name) {
  CallingThread* thread =
      is_attached ? this_thread != nullptr ? this_thread : add_thread() : nullptr;
  if (thread == nullptr || name == nullptr) {
    return;
  }
  constexpr std::size_t kMostBytes = 200;
  CallRecord record{};
  record.function = dps::board::kPhase;
  record.begin = log_ticks();
  write_special(*thread, record, name, strnlen(name, kMostBytes));
}

}  // namespace

extern "C" int MPI_Init(int* argc, char*** argv) {
  approach();
  const std::uint64_t begin = dps::board::nanoseconds_now();
  const int code = DPS_NEXT(Init)(argc, argv);
  if (code == MPI_SUCCESS) {
    attach(dps::board::nanoseconds_now() - begin);
    count_call(kInit);
  }
  return code;
}

extern "C" int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  approach();
  const std::uint64_t begin = dps::board::nanoseconds_now();
  const int code = DPS_NEXT(Init_thread)(argc, argv, most_threads(required), provided);
  if (code == MPI_SUCCESS) {
    attach(dps::board::nanoseconds_now() - begin);
    count_call(kInit_thread);
  }
  return code;
}

extern "C" int MPI_Finalize(void) {
  count_call(kFinalize);
  detach();
  const std::uint64_t begin = dps::board::nanoseconds_now();
  const int code = DPS_NEXT(Finalize)();
  note_finalized(dps::board::nanoseconds_now() - begin);
  return code;
}

extern "C" int MPI_Abort(MPI_Comm comm, int errorcode) {
  Call call(kAbort, DPS_CALLER);
  send_pieces_now();
  return call.end(DPS_NEXT(Abort)(comm, errorcode));
}

extern "C" double MPI_Wtime(void) {
  count_call(kWtime);
  if (is_predicting) [[unlikely]] {
    return virtual_wtime();
  }
  return DPS_NEXT(Wtime)();
}

extern "C" double MPI_Wtick(void) {
  count_call(kWtick);
  if (is_predicting) {
    return 1e-12;
  }
  return DPS_NEXT(Wtick)();
}

extern "C" int MPI_Pcontrol(const int level, ...) {
  count_call(kPcontrol);
  if (is_predicting) {
    end_computing();
  }
  va_list more;
  va_start(more, level);
  switch (level) {
    case 0:
    case 1:
      switch_recording(level == 1);
      break;
    case DPS_PCONTROL_COMPUTE:
      if (is_predicting) {
        compute_steps(*va_arg(more, const double*));
      }
      break;
    case DPS_PCONTROL_PHASE:
      begin_phase(va_arg(more, const char*));
      break;
    default:
      va_end(more);
      return DPS_NEXT(Pcontrol)(level);
  }
  va_end(more);
  if (is_predicting) {
    begin_computing();
  }
  return MPI_SUCCESS;
}
