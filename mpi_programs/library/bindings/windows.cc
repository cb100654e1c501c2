// The C bindings that synchronise all members of a window of one-sided communication.
#include <mpi.h>

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/communicators.h"
#include "mpi_programs/library/predicted/predicted_collectives.h"
#include "mpi_programs/library/prediction_session.h"

using namespace dps::mpi_library;  // NOLINT(google-build-using-namespace): the bindings are global

namespace {

void describe(Call& call, MPI_Win window) {
  if (call.is_recorded()) {
    call.record()->communicator = number_of(window);
    call.record()->flags = CallFlag::kCollective;
  }
}

}  // namespace

extern "C" int MPI_Win_fence(int assertion, MPI_Win window) {
  Call call(kWin_fence, DPS_CALLER);
  describe(call, window);
  if (call.is_predicted()) {
    meet_members(kWin_fence, number_of(window));
  }
  return call.end(DPS_NEXT(Win_fence)(assertion, window));
}

extern "C" int MPI_Win_free(MPI_Win* window) {
  Call call(kWin_free, DPS_CALLER);
  if (is_attached && window != nullptr) {
    describe(call, *window);
    if (call.is_predicted() && number_of(*window) != 0) {
      meet_members(kWin_free, number_of(*window));
      end_own_operation();
    }
    remove_handle(*window);
  }
  return call.end(DPS_NEXT(Win_free)(window));
}
