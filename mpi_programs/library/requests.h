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

/// The record of a receive will be completed with this request, or with the receive of this
/// message (of a matching probe).
void await(const void* handle, CallRecord* record);
/// Ends the call of a send or a collective operation that does not block: its record will be
/// completed with this request.
int end_with_request(Call& call, int code, const MPI_Request* request);
void add_persistent(MPI_Request request, const PersistentRequest& of);
/// A persistent request is started; null if it is unknown.
const PersistentRequest* find_persistent(MPI_Request request);
/// The handle is freed, or its receive is complete by other means. Returns its record, or null.
CallRecord* drop(const void* handle);

/// True if a call that returned this code has taken its message, also one that was too long.
inline bool has_received(int code) {
  return code == MPI_SUCCESS || code == MPI_ERR_TRUNCATE;
}

/// Completes the record of a receive, or of a send or a collective operation, whose statuses have
/// nothing.
void complete(CallRecord& record, const MPI_Status& status, std::uint64_t link);

/// The requests of one call that may complete them.
class Completions {
 public:
  /// Looks up the requests before the call. A call that is not recorded completes them, too: it may
  /// end receives that are recorded.
  Completions(int count, const MPI_Request* requests);
  Completions(const Completions&) = delete;
  Completions& operator=(const Completions&) = delete;
  ~Completions();

  /// The statuses for the call: the user's, or own ones if those are ignored and needed.
  MPI_Status* statuses(MPI_Status* users);
  /// The request at this position is complete, with the status at another one of the statuses.
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
