/// The receives, sends and collective operations that are not complete, by request or by message,
/// and the persistent requests.
#pragma once

#include <cstddef>
#include <cstdint>

#include <mpi.h>

#include "mpi_programs/library/call.h"

namespace dps::mpi_library {

/// The message of a persistent request.
struct PersistentRequest {
  MPI_Comm communicator = nullptr;
  int peer = 0;
  int tag = 0;
  std::uint64_t bytes = 0;
  std::uint16_t flags = 0;  ///< kSends or kReceives; 0: not persistent
};

/// Registers the record of a receive: completing this request, or receiving this message of a
/// matching probe, completes the record.
void await(const void* handle, CallRecord* record);
/// Ends the call of a non-blocking send or collective operation; completing this request completes
/// its record.
int end_with_request(Call& call, int code, const MPI_Request* request);
void add_persistent(MPI_Request request, const PersistentRequest& of);
/// Returns the message of a persistent request that is being started; null if it is unknown.
const PersistentRequest* find_persistent(MPI_Request request);
/// Removes a freed or otherwise completed request; returns its record, or null.
CallRecord* drop(const void* handle);

/// True if a call that returned this code has taken its message, even one that was too long.
inline bool has_received(int code) {
  return code == MPI_SUCCESS || code == MPI_ERR_TRUNCATE;
}

/// Completes the record of a receive, or of a send or a collective operation, whose status carries
/// no information.
void complete(CallRecord& record, const MPI_Status& status, std::uint64_t link);

/// The requests of one call that may complete them.
class Completions {
 public:
  /// Looks up the requests before the call. Needed in unrecorded calls too: they can complete
  /// recorded receives.
  Completions(int count, const MPI_Request* requests);
  Completions(const Completions&) = delete;
  Completions& operator=(const Completions&) = delete;
  ~Completions();

  /// Returns the status array to pass to MPI: the user's, or ours if the user passed
  /// MPI_STATUS(ES)_IGNORE and we need it.
  MPI_Status* statuses(MPI_Status* users);
  /// Completes the request at `position`; its status is number `of_status`.
  void complete_at(int position, int of_status, std::uint64_t link);
  /// The call has returned `code` for a list. The requests at these `*count` positions (null: all,
  /// in their order) are complete, unless their statuses have errors.
  void complete_list(int code, const int* count, const int* positions, std::uint64_t link);

 private:
  struct WaitingReceive {
    MPI_Request request = nullptr;
    CallRecord* record = nullptr;
  };
  static constexpr int kUsual = 8;

  WaitingReceive few_[kUsual];
  MPI_Status few_statuses_[kUsual];
  WaitingReceive* waiting_ = nullptr;  // null: no record waits for one of the requests
  MPI_Status* own_ = nullptr;
  MPI_Status* used_ = nullptr;
  int count_;
};

}  // namespace dps::mpi_library
