// The Fortran bindings that synchronise all members of a window of one-sided communication.
#include "mpi_programs/library/fortran/fortran.h"

using namespace dps::mpi_library;  // NOLINT(google-build-using-namespace): the bindings are global

static void win_fence_binding(Argument assertion, Argument window, Argument error) {
  *error = MPI_Win_fence(*assertion, DPS_NEXT(Win_f2c)(*window));
}
DPS_FORTRAN_BINDING(win_fence, WIN_FENCE)

static void win_free_binding(Argument window, Argument error) {
  MPI_Win of = DPS_NEXT(Win_f2c)(*window);
  *error = MPI_Win_free(&of);
  if (*error == MPI_SUCCESS) {
    *window = DPS_NEXT(Win_c2f)(of);
  }
}
DPS_FORTRAN_BINDING(win_free, WIN_FREE)
