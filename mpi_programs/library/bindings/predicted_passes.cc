#include "mpi_programs/library/bindings/predicted_passes.h"

#include <cstddef>

#include <mpi.h>

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/predefined.h"
#include "mpi_programs/library/predicted/predicted_collectives.h"
#include "mpi_programs/library/predicted/predicted_messages.h"
#include "mpi_programs/library/prediction_session.h"

namespace dps::mpi_library {
namespace {

constexpr std::size_t kNone = 99;

/// The position of the communicator among the arguments.
std::size_t communicator_position(Function function) {
  switch (function) {
    case kWin_create_dynamic:
      return 1;
    case kWin_allocate:
    case kWin_allocate_shared:
    case kComm_accept:
    case kComm_connect:
      return 3;
    case kWin_create:
      return 4;
    case kComm_spawn:
      return 5;
    case kComm_spawn_multiple:
      return 6;
    default:
      return kNone;
  }
}

/// The number of arguments in C of a function of dynamic processes; in Fortran, the error follows.
std::size_t arguments_of(Function function) {
  switch (function) {
    case kClose_port:
      return 1;
    case kComm_join:
    case kOpen_port:
      return 2;
    case kLookup_name:
    case kPublish_name:
    case kUnpublish_name:
      return 3;
    case kComm_accept:
    case kComm_connect:
      return 5;
    case kComm_spawn:
      return 8;
    default:
      return 9;
  }
}

MPI_Comm communicator_of(Function function, const Words& words) {
  const std::size_t position = communicator_position(function);
  if (position == kNone) {
    return predefined::world();
  }
  const Word word = words.list[position];
  return words.are_fortran ? DPS_NEXT(Comm_f2c)(*reinterpret_cast<const MPI_Fint*>(word))
                           : reinterpret_cast<MPI_Comm>(word);
}

int refuse(Function function, const Words& words) {
  notify(request_of(board::RequestKind::kRefused, function));
  const int code = fail(communicator_of(function, words), MPI_ERR_UNSUPPORTED_OPERATION);
  if (words.are_fortran) {
    *reinterpret_cast<MPI_Fint*>(words.list[arguments_of(function)]) = code;
  }
  return code;
}

bool makes_window(Function function) {
  return function == kWin_create || function == kWin_allocate || function == kWin_allocate_shared ||
         function == kWin_create_dynamic;
}

/// True for a function that programs call in a loop until another rank has written, and that MPI
/// completes at once. Operations that need MPI_Win_flush are completed in real time then.
bool looks_at_others(Function function) {
  return function == kWin_sync || function == kRget || function == kRget_accumulate;
}

}  // namespace

bool is_carried_out_in_real_time(Function function) {
  switch (function) {
    case kWin_complete:
    case kWin_flush:
    case kWin_flush_all:
    case kWin_flush_local:
    case kWin_flush_local_all:
    case kWin_lock:
    case kWin_lock_all:
    case kWin_post:
    case kWin_set_info:  // a barrier, in Open MPI
    case kWin_start:
    case kWin_test:
    case kWin_unlock:
    case kWin_unlock_all:
    case kWin_wait:
      return true;
    default:
      return kFunctionTable[function].of == CallClass::kFile;
  }
}

int begin_pass(Function function, const Words& words) {
  if (kFunctionTable[function].of == CallClass::kDynamic) {
    return refuse(function, words);
  }
  if (makes_window(function)) {
    meet(function, communicator_of(function, words), 0);
  }
  return MPI_SUCCESS;
}

void end_pass(Function function) {
  if (makes_window(function)) {
    begin_own_operation();  // until MPI_Win_free
  } else if (kFunctionTable[function].of == CallClass::kFile) {
    note_traffic();
  } else if (looks_at_others(function)) {
    note_vain_test(function);
  }
}

}  // namespace dps::mpi_library
