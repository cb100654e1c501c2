/// Operations that do not block, and the calls that wait for them, in virtual time.
#pragma once

#include <cstdint>

#include <mpi.h>

#include "mpi_programs/library/functions.h"
#include "mpi_programs/library/predicted/play_results.h"
#include "mpi_programs/library/predicted/predicted_messages.h"

namespace dps::mpi_library {

// These have the arguments of the functions of MPI. A request is a generalised request of MPI, so
// that functions which are not intercepted can use it, too.

/// Makes the request of a collective operation that has begun; when it is complete, its result is
/// taken from the contributions of `members` members.
int begin_play_request(std::int32_t number, const MemberResult& result, int members,
                       MPI_Request* request);
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

/// The functions of a send that does not block.
struct SendFunctions {
  Function of_message = kNoFunction;  ///< MPI_Isend, MPI_Issend, …
  Function called = kNoFunction;      ///< the function that the program has called, if another
};

// The steps of the first two functions; their arguments are valid and name a rank.
/// Sets the number of the operation.
int begin_send(SendFunctions functions, const SentHalf& sent, MPI_Comm comm, std::int32_t& number);
/// Returns the number of the operation.
std::int32_t begin_receive(const ReceivedHalf& received, MPI_Comm comm);

}  // namespace dps::mpi_library
