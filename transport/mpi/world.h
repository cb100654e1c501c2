/// The ranks of one mpirun: those of agents, those of processes, and the communicators of both
/// kinds.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include <mpi.h>

#include "base/result.h"

namespace dps::transport {

/// MPI counts the bytes of a message in an int.
inline constexpr std::uint64_t kMpiLargestBody = (std::uint64_t{1} << 31) - 1;

/// MPI's text for an error code: "MPI_ERR_TAG: invalid tag".
std::string mpi_text(int code);

/// The time from MPI_Init to MPI_Finalize; at most one in a process. MPI returns errors instead of
/// aborting.
class MpiWorld {
 public:
  /// Calls MPI_Init, which returns when every rank has called it. The first `agents` ranks are
  /// agents, all others processes. Removes mpirun's variables from the environment, so that
  /// programs that a process executes do not behave as ranks.
  static Result<std::unique_ptr<MpiWorld>> join(int agents);
  ~MpiWorld() = default;
  MpiWorld(const MpiWorld&) = delete;
  MpiWorld& operator=(const MpiWorld&) = delete;

  /// The communicator of the ranks of our kind, and a second one for the warm-up, which keeps its
  /// messages apart from all others.
  [[nodiscard]] MPI_Comm group() const { return group_; }
  [[nodiscard]] MPI_Comm warm_up() const { return warm_up_; }
  /// Our rank in group().
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }
  /// True if MPI yields the processor while it waits (mpi_yield_when_idle), which dps requests on
  /// hosts with more processes than cores.
  [[nodiscard]] bool yields() const { return yields_; }

  /// Calls MPI_Finalize, which waits for all living ranks. If that takes longer than the timeout,
  /// this process exits with status 0.
  static void leave(std::chrono::milliseconds timeout);

 private:
  MpiWorld() = default;

  MPI_Comm group_ = MPI_COMM_NULL;
  MPI_Comm warm_up_ = MPI_COMM_NULL;
  int rank_ = 0;
  int size_ = 0;
  bool yields_ = false;
};

}  // namespace dps::transport
