// The Fortran bindings that initialise and finalise MPI, and read its clock.
#include "mpi_programs/library/fortran/fortran.h"

using namespace dps::mpi_library;  // NOLINT(google-build-using-namespace): the bindings are global

static void init_binding(Argument error) {
  *error = MPI_Init(nullptr, nullptr);
}
DPS_FORTRAN_BINDING(init, INIT)

static void init_thread_binding(Argument required, Argument provided, Argument error) {
  *error = MPI_Init_thread(nullptr, nullptr, *required, provided);
}
DPS_FORTRAN_BINDING(init_thread, INIT_THREAD)

static void finalize_binding(Argument error) {
  *error = MPI_Finalize();
}
DPS_FORTRAN_BINDING(finalize, FINALIZE)

static void abort_binding(Argument comm, Argument code, Argument error) {
  *error = MPI_Abort(comm_of(comm), *code);
}
DPS_FORTRAN_BINDING(abort, ABORT)

static void pcontrol_binding(Argument level) {
  MPI_Pcontrol(*level, nullptr);
}
DPS_FORTRAN_BINDING(pcontrol, PCONTROL)

extern "C" double mpi_wtime_() {
  return MPI_Wtime();
}
DPS_FORTRAN_NAMES(wtime, WTIME)

extern "C" double mpi_wtick_() {
  return MPI_Wtick();
}
DPS_FORTRAN_NAMES(wtick, WTICK)
