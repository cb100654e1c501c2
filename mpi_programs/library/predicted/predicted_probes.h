/// Probes, and receives of the messages of matching probes, in virtual time.
#pragma once

#include <mpi.h>

namespace dps::mpi_library {

// These have the arguments of the functions of MPI.

int predicted_probe(int source, int tag, MPI_Comm comm, MPI_Status* status);
int predicted_test_probe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status);

// The handle of a message is that of an empty message of this process to itself, so that it can be
// converted to that of another language.
int predicted_match_probe(int source, int tag, MPI_Comm comm, MPI_Message* message,
                          MPI_Status* status);
int predicted_test_match_probe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message,
                               MPI_Status* status);
int predicted_receive_matched(void* buf, int count, MPI_Datatype type, MPI_Message* message,
                              MPI_Status* status);
int predicted_begin_matched(void* buf, int count, MPI_Datatype type, MPI_Message* message,
                            MPI_Request* request);

}  // namespace dps::mpi_library
