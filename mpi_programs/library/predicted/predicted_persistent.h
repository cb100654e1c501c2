/// Persistent requests, and calls about single requests, in virtual time.
#pragma once

#include <mpi.h>

#include "mpi_programs/library/functions.h"
#include "mpi_programs/library/predicted/predicted_messages.h"

namespace dps::mpi_library {

// These have the arguments of the functions of MPI. MPI itself has the requests of MPI_PROC_NULL.

/// `function`: that of one of the messages, such as kIsend.
int predicted_send_init(Function function, const SentHalf& sent, MPI_Comm comm,
                        MPI_Request* request);
int predicted_recv_init(const ReceivedHalf& received, MPI_Comm comm, MPI_Request* request);
int predicted_start(MPI_Request* request);
int predicted_start_all(int count, MPI_Request* requests);

int predicted_cancel(MPI_Request* request);
int predicted_free(MPI_Request* request);
int predicted_get_status(MPI_Request request, int* flag, MPI_Status* status);

}  // namespace dps::mpi_library
