// The Fortran bindings that complete, start and free requests.
#include "mpi_programs/library/fortran/fortran.h"

using namespace dps::mpi_library;  // NOLINT(google-build-using-namespace): the bindings are global

namespace {

/// Converts an index: indices count from 1 in Fortran.
int fortran_index(int index) {
  return index == MPI_UNDEFINED ? index : index + 1;
}

/// Converts back the requests in `indices` that are complete.
void give_some_back(int count, int* indices, FortranRequests& requests, FortranStatuses& statuses) {
  for (int i = 0; count != MPI_UNDEFINED && i < count; ++i) {
    requests.give_back(indices[i]);
    statuses.give_back(i);
    indices[i] += 1;
  }
}

}  // namespace

static void wait_binding(Argument request, Argument status, Argument error) {
  MPI_Request of = request_of(request);
  *error = MPI_Wait(&of, status_of(status));
  if (*error == MPI_SUCCESS) {
    give(request, of);
  }
}
DPS_FORTRAN_BINDING(wait, WAIT)

static void waitall_binding(Argument count, Argument requests, Argument statuses, Argument error) {
  FortranRequests of(*count, requests);
  FortranStatuses got(*count, statuses);
  *error = MPI_Waitall(*count, of.get(), got.get());
  if (*error == MPI_SUCCESS) {
    of.give_all_back();
    got.give_all_back();
  }
}
DPS_FORTRAN_BINDING(waitall, WAITALL)

static void waitany_binding(Argument count, Argument requests, Argument index, Argument status,
                            Argument error) {
  FortranRequests of(*count, requests);
  int done = 0;
  *error = MPI_Waitany(*count, of.get(), &done, status_of(status));
  if (*error == MPI_SUCCESS) {
    if (done != MPI_UNDEFINED) {
      of.give_back(done);
    }
    *index = fortran_index(done);
  }
}
DPS_FORTRAN_BINDING(waitany, WAITANY)

static void waitsome_binding(Argument count, Argument requests, Argument done, Argument indices,
                             Argument statuses, Argument error) {
  FortranRequests of(*count, requests);
  FortranStatuses got(*count, statuses);
  *error = MPI_Waitsome(*count, of.get(), done, indices, got.get());
  if (*error == MPI_SUCCESS) {
    give_some_back(*done, indices, of, got);
  }
}
DPS_FORTRAN_BINDING(waitsome, WAITSOME)

static void test_binding(Argument request, Argument flag, Argument status, Argument error) {
  MPI_Request of = request_of(request);
  int is_done = 0;
  *error = MPI_Test(&of, &is_done, status_of(status));
  *flag = is_done;
  if (*error == MPI_SUCCESS && is_done != 0) {
    give(request, of);
  }
}
DPS_FORTRAN_BINDING(test, TEST)
DPS_FORTRAN_PMPI_NAME(test)

static void testall_binding(Argument count, Argument requests, Argument flag, Argument statuses,
                            Argument error) {
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
DPS_FORTRAN_BINDING(testall, TESTALL)
DPS_FORTRAN_PMPI_NAME(testall)

static void testany_binding(Argument count, Argument requests, Argument index, Argument flag,
                            Argument status, Argument error) {
  FortranRequests of(*count, requests);
  int done = 0;
  int is_done = 0;
  *error = MPI_Testany(*count, of.get(), &done, &is_done, status_of(status));
  *flag = is_done;
  *index = fortran_index(done);
  if (*error == MPI_SUCCESS && is_done != 0) {
    if (done != MPI_UNDEFINED) {
      of.give_back(done);
    }
  }
}
DPS_FORTRAN_BINDING(testany, TESTANY)
DPS_FORTRAN_PMPI_NAME(testany)

static void testsome_binding(Argument count, Argument requests, Argument done, Argument indices,
                             Argument statuses, Argument error) {
  FortranRequests of(*count, requests);
  FortranStatuses got(*count, statuses);
  *error = MPI_Testsome(*count, of.get(), done, indices, got.get());
  if (*error == MPI_SUCCESS) {
    give_some_back(*done, indices, of, got);
  }
}
DPS_FORTRAN_BINDING(testsome, TESTSOME)
DPS_FORTRAN_PMPI_NAME(testsome)

static void request_get_status_binding(Argument request, Argument flag, Argument status,
                                       Argument error) {
  int is_done = 0;
  *error = MPI_Request_get_status(request_of(request), &is_done, status_of(status));
  *flag = is_done;
}
DPS_FORTRAN_BINDING(request_get_status, REQUEST_GET_STATUS)
DPS_FORTRAN_PMPI_NAME(request_get_status)

static void request_free_binding(Argument request, Argument error) {
  MPI_Request of = request_of(request);
  *error = MPI_Request_free(&of);
  if (*error == MPI_SUCCESS) {
    give(request, of);
  }
}
DPS_FORTRAN_BINDING(request_free, REQUEST_FREE)

static void cancel_binding(Argument request, Argument error) {
  MPI_Request of = request_of(request);
  *error = MPI_Cancel(&of);
}
DPS_FORTRAN_BINDING(cancel, CANCEL)

static void start_binding(Argument request, Argument error) {
  MPI_Request of = request_of(request);
  *error = MPI_Start(&of);
  if (*error == MPI_SUCCESS) {
    give(request, of);
  }
}
DPS_FORTRAN_BINDING(start, START)

static void startall_binding(Argument count, Argument requests, Argument error) {
  FortranRequests of(*count, requests);
  *error = MPI_Startall(*count, of.get());
  of.give_all_back();
}
DPS_FORTRAN_BINDING(startall, STARTALL)
