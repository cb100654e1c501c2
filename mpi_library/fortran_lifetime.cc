// The Fortran bindings that begin and end MPI, and read its clock.
#include "mpi_library/fortran.h"

using namespace dps::mpi_library;  // NOLINT(google-build-using-namespace): the bindings are global

using Word = MPI_Fint*;

extern "C" void mpi_init_(Word error) {
  *error = MPI_Init(nullptr, nullptr);
}
DPS_FORTRAN_NAMES(init, INIT)

extern "C" void mpi_init_thread_(Word required, Word provided, Word error) {
  *error = MPI_Init_thread(nullptr, nullptr, *required, provided);
}
DPS_FORTRAN_NAMES(init_thread, INIT_THREAD)

extern "C" void mpi_finalize_(Word error) {
  *error = MPI_Finalize();
}
DPS_FORTRAN_NAMES(finalize, FINALIZE)

extern "C" void mpi_abort_(Word comm, Word code, Word error) {
  const FortranCaller caller(DPS_CALLER);
  *error = MPI_Abort(comm_of(comm), *code);
}
DPS_FORTRAN_NAMES(abort, ABORT)

extern "C" void mpi_pcontrol_(Word level) {
  MPI_Pcontrol(*level, nullptr);
}
DPS_FORTRAN_NAMES(pcontrol, PCONTROL)

extern "C" double mpi_wtime_() {
  return MPI_Wtime();
}
DPS_FORTRAN_NAMES(wtime, WTIME)

extern "C" double mpi_wtick_() {
  return MPI_Wtick();
}
DPS_FORTRAN_NAMES(wtick, WTICK)
