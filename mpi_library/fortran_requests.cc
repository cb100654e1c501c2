// The Fortran bindings that complete, start and free requests.
#include "mpi_library/fortran.h"

using namespace dps::mpi_library;  // NOLINT(google-build-using-namespace): the bindings are global

using Word = MPI_Fint*;

namespace {

/// Indices count from 1 in Fortran.
int fortran_index(int index) {
  return index == MPI_UNDEFINED ? index : index + 1;
}

/// The requests that are complete, of those in `indices`.
void give_some_back(int count, int* indices, FortranRequests& requests, FortranStatuses& statuses) {
  for (int i = 0; count != MPI_UNDEFINED && i < count; ++i) {
    requests.give_back(indices[i]);
    statuses.give_back(i);
    indices[i] += 1;
  }
}

}  // namespace

extern "C" void mpi_wait_(Word request, Word status, Word error) {
  const FortranCaller caller(DPS_CALLER);
  FortranStatus got(status);
  MPI_Request of = request_of(request);
  *error = MPI_Wait(&of, got.get());
  if (*error == MPI_SUCCESS) {
    give(request, of);
    got.give_back();
  }
}
DPS_FORTRAN_NAMES(wait, WAIT)

extern "C" void mpi_waitall_(Word count, Word requests, Word statuses, Word error) {
  const FortranCaller caller(DPS_CALLER);
  FortranRequests of(*count, requests);
  FortranStatuses got(*count, statuses);
  *error = MPI_Waitall(*count, of.get(), got.get());
  of.give_all_back();
  got.give_all_back();
}
DPS_FORTRAN_NAMES(waitall, WAITALL)

extern "C" void mpi_waitany_(Word count, Word requests, Word index, Word status, Word error) {
  const FortranCaller caller(DPS_CALLER);
  FortranRequests of(*count, requests);
  FortranStatus got(status);
  int done = 0;
  *error = MPI_Waitany(*count, of.get(), &done, got.get());
  if (*error == MPI_SUCCESS) {
    if (done != MPI_UNDEFINED) {
      of.give_back(done);
    }
    *index = fortran_index(done);
    got.give_back();
  }
}
DPS_FORTRAN_NAMES(waitany, WAITANY)

extern "C" void mpi_waitsome_(Word count, Word requests, Word done, Word indices, Word statuses,
                              Word error) {
  const FortranCaller caller(DPS_CALLER);
  FortranRequests of(*count, requests);
  FortranStatuses got(*count, statuses);
  *error = MPI_Waitsome(*count, of.get(), done, indices, got.get());
  if (*error == MPI_SUCCESS) {
    give_some_back(*done, indices, of, got);
  }
}
DPS_FORTRAN_NAMES(waitsome, WAITSOME)

extern "C" void mpi_test_(Word request, Word flag, Word status, Word error) {
  const FortranCaller caller(DPS_CALLER);
  FortranStatus got(status);
  MPI_Request of = request_of(request);
  int is_done = 0;
  *error = MPI_Test(&of, &is_done, got.get());
  *flag = is_done;
  if (*error == MPI_SUCCESS && is_done != 0) {
    give(request, of);
    got.give_back();
  }
}
DPS_FORTRAN_NAMES(test, TEST)
DPS_FORTRAN_PMPI_NAME(test)

extern "C" void mpi_testall_(Word count, Word requests, Word flag, Word statuses, Word error) {
  const FortranCaller caller(DPS_CALLER);
  FortranRequests of(*count, requests);
  FortranStatuses got(*count, statuses);
  int are_done = 0;
  *error = MPI_Testall(*count, of.get(), &are_done, got.get());
  *flag = are_done;
  if (*error == MPI_SUCCESS && are_done != 0) {
    of.give_all_back();
    got.give_all_back();
  }
}
DPS_FORTRAN_NAMES(testall, TESTALL)
DPS_FORTRAN_PMPI_NAME(testall)

extern "C" void mpi_testany_(Word count, Word requests, Word index, Word flag, Word status,
                             Word error) {
  const FortranCaller caller(DPS_CALLER);
  FortranRequests of(*count, requests);
  FortranStatus got(status);
  int done = 0;
  int is_done = 0;
  *error = MPI_Testany(*count, of.get(), &done, &is_done, got.get());
  *flag = is_done;
  *index = fortran_index(done);
  if (*error == MPI_SUCCESS && is_done != 0) {
    if (done != MPI_UNDEFINED) {
      of.give_back(done);
    }
    got.give_back();
  }
}
DPS_FORTRAN_NAMES(testany, TESTANY)
DPS_FORTRAN_PMPI_NAME(testany)

extern "C" void mpi_testsome_(Word count, Word requests, Word done, Word indices, Word statuses,
                              Word error) {
  const FortranCaller caller(DPS_CALLER);
  FortranRequests of(*count, requests);
  FortranStatuses got(*count, statuses);
  *error = MPI_Testsome(*count, of.get(), done, indices, got.get());
  if (*error == MPI_SUCCESS) {
    give_some_back(*done, indices, of, got);
  }
}
DPS_FORTRAN_NAMES(testsome, TESTSOME)
DPS_FORTRAN_PMPI_NAME(testsome)

extern "C" void mpi_request_get_status_(Word request, Word flag, Word status, Word error) {
  const FortranCaller caller(DPS_CALLER);
  FortranStatus got(status);
  int is_done = 0;
  *error = MPI_Request_get_status(request_of(request), &is_done, got.get());
  *flag = is_done;
  if (is_done != 0) {
    got.give_back();
  }
}
DPS_FORTRAN_NAMES(request_get_status, REQUEST_GET_STATUS)
DPS_FORTRAN_PMPI_NAME(request_get_status)

extern "C" void mpi_request_free_(Word request, Word error) {
  const FortranCaller caller(DPS_CALLER);
  MPI_Request of = request_of(request);
  *error = MPI_Request_free(&of);
  if (*error == MPI_SUCCESS) {
    give(request, of);
  }
}
DPS_FORTRAN_NAMES(request_free, REQUEST_FREE)

extern "C" void mpi_cancel_(Word request, Word error) {
  const FortranCaller caller(DPS_CALLER);
  MPI_Request of = request_of(request);
  *error = MPI_Cancel(&of);
}
DPS_FORTRAN_NAMES(cancel, CANCEL)

extern "C" void mpi_start_(Word request, Word error) {
  const FortranCaller caller(DPS_CALLER);
  MPI_Request of = request_of(request);
  *error = MPI_Start(&of);
  if (*error == MPI_SUCCESS) {
    give(request, of);
  }
}
DPS_FORTRAN_NAMES(start, START)

extern "C" void mpi_startall_(Word count, Word requests, Word error) {
  const FortranCaller caller(DPS_CALLER);
  FortranRequests of(*count, requests);
  *error = MPI_Startall(*count, of.get());
  of.give_all_back();
}
DPS_FORTRAN_NAMES(startall, STARTALL)
