/// Operations that do not block, and the calls that wait for them, in virtual time.
#pragma once

#include <mpi.h>

#include "mpi_programs/library/functions.h"
#include "mpi_programs/library/predicted_messages.h"

namespace dps::mpi_library {

// As the functions of MPI. A request is a generalised request of MPI, so that functions that are
// not seen know it, too.

int predicted_begin_send(Function function, const SentHalf& sent, MPI_Comm comm,
                         MPI_Request* request);
int predicted_begin_receive(const ReceivedHalf& received, MPI_Comm comm, MPI_Request* request);

/// The list of requests of a call.
struct RequestList {
  int count;
  MPI_Request* requests;
};
int predicted_wait(MPI_Request* request, MPI_Status* status);
int predicted_wait_all(RequestList list, MPI_Status* statuses);
int predicted_wait_any(RequestList list, int* index, MPI_Status* status);
int predicted_wait_some(RequestList list, int* outcount, int* indices, MPI_Status* statuses);
int predicted_test(MPI_Request* request, int* flag, MPI_Status* status);
int predicted_test_all(RequestList list, int* flag, MPI_Status* statuses);
int predicted_test_any(RequestList list, int* index, int* flag, MPI_Status* status);
int predicted_test_some(RequestList list, int* outcount, int* indices, MPI_Status* statuses);

int predicted_probe(int source, int tag, MPI_Comm comm, MPI_Status* status);
int predicted_test_probe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status);

}  // namespace dps::mpi_library
