/// The requests of operations that have begun in virtual time, and of persistent ones.
#pragma once

#include <cstdint>

#include <mpi.h>

#include "mpi_programs/board/request.h"
#include "mpi_programs/library/functions.h"
#include "mpi_programs/library/predicted/play_results.h"
#include "mpi_programs/library/predicted/predicted_messages.h"

namespace dps::mpi_library {

/// An operation that has begun. Its request is a generalised request of MPI, so that functions
/// which are not intercepted can use it, or the request of MPI's own operation.
struct Begun {
  std::int32_t number = 0;  ///< of the operation; 0: a persistent request that is not active
  bool receives = false;
  bool is_of_mpi = false;           ///< a collective operation, which MPI carries out
  bool is_persistent = false;       ///< MPI_Start begins `sent` or `received`
  bool owns_type = false;           ///< the request has a copy of the type of `sent` or `received`
  bool has_status = false;          ///< the data are there: MPI_Request_get_status has waited
  Function function = kNoFunction;  ///< of a persistent send: that of one of its messages
  SentHalf sent{};
  ReceivedHalf received{};
  MPI_Comm comm = nullptr;
  MPI_Status status{};           ///< if has_status
  MemberResult* play = nullptr;  ///< of a collective operation on a network; owned
  int members = 0;               ///< likewise
};

/// Null if the request is not one of these.
Begun* find_begun(MPI_Request request);
/// True for a request whose operation has begun in virtual time.
bool is_active(MPI_Request request);

/// Makes a generalised request of the operation.
int add_request(const Begun& of, MPI_Request* request);
/// Registers the request of MPI's own operation.
void add_own_request(std::int32_t number, MPI_Comm comm, MPI_Request request);

/// Returns the type, or a copy of a derived type, which the program may free before the end.
MPI_Datatype kept_type(MPI_Datatype type, bool& is_copy);

/// Takes the data of a completed operation, and its status, without ending its request.
int take(Begun& of, const board::Completion& done, MPI_Status* status);
/// Ends the request of a completed operation; one that is persistent is no longer active.
int finish(MPI_Request* request, const board::Completion& done, MPI_Status* status);

/// Frees such a request, as MPI_Request_free.
int free_begun(MPI_Request* request);

/// The status of a request that is null or not active.
void set_empty(MPI_Status* status);

}  // namespace dps::mpi_library
