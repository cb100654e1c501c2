/// The world of one mpirun as a rank sees it: who is an agent, who plays a process, and the
/// communicator of each kind.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include <mpi.h>

#include "base/result.h"

namespace dps::transport {

/// "MPI_ERR_TAG: invalid tag": what MPI says of an error code.
std::string mpi_text(int code);

/// From MPI_Init to MPI_Finalize; one in a process. Errors of MPI are returned, never fatal.
class MpiWorld {
 public:
  /// Calls MPI_Init, which returns when every rank has called it. The first `agents` ranks are
  /// agents, all others processes. Takes what mpirun put into the environment out of it, so that
  /// programs that a process executes are no ranks.
  static Result<std::unique_ptr<MpiWorld>> join(int agents);
  ~MpiWorld() = default;
  MpiWorld(const MpiWorld&) = delete;
  MpiWorld& operator=(const MpiWorld&) = delete;

  /// Of our own kind: its communicator, and a second one in which a warm-up meets no message.
  [[nodiscard]] MPI_Comm group() const { return group_; }
  [[nodiscard]] MPI_Comm warm_up() const { return warm_up_; }
  /// Our rank among our own kind.
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }

  /// MPI_Finalize, which waits for every rank that lives; when it takes longer, this process exits
  /// with status 0 at once.
  static void leave(std::chrono::milliseconds patience);

 private:
  MpiWorld() = default;

  MPI_Comm group_ = MPI_COMM_NULL;
  MPI_Comm warm_up_ = MPI_COMM_NULL;
  int rank_ = 0;
  int size_ = 0;
};

}  // namespace dps::transport
