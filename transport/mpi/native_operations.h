/// Collective operations that the MPI library performs: -alg native.
/// Source: docs/collectives.md, "Operations of the library".
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <vector>

#include <mpi.h>

#include "base/ids.h"
#include "base/result.h"
#include "blueprint/collectives/operation.h"
#include "transport/transport.h"

namespace dps::transport {

/// The operations of one process that do not block (MPI_Iallreduce and so on), each group on a
/// communicator of its members. Data are meaningless, so all operations share two buffers;
/// reductions sum 64-bit integers if the size is a multiple of theirs, else bytes.
class NativeOperations {
 public:
  NativeOperations() = default;
  NativeOperations(const NativeOperations&) = delete;
  NativeOperations& operator=(const NativeOperations&) = delete;
  /// Abandons operations that have begun: MPI may use the buffers until this process ends, so they
  /// are not freed.
  ~NativeOperations();

  /// Allocates the buffers. Errors (kLimit): MPI cannot count the bytes, or there is too little
  /// memory.
  Result<void> prepare(std::span<const OperationGroup> groups);
  /// Makes the communicators, which waits for all members. `rank_of` gives ranks in `all`.
  Result<void> connect(MPI_Comm all, const std::function<int(ProcessId)>& rank_of);
  /// Begins an operation of the group at this position.
  Result<void> begin(std::size_t group, const collectives::Collective& of);
  /// Continues the operations, and passes the type of each that is done to `done`.
  template <typename Done>
  Result<void> poll(Done done);
  [[nodiscard]] bool any_under_way() const { return under_way_ > 0; }

 private:
  struct Group {
    OperationGroup of;
    MPI_Comm members = MPI_COMM_NULL;
    std::deque<MPI_Request> begun{};  ///< the oldest first
  };

  [[nodiscard]] static Result<bool> is_done(MPI_Request& request);

  std::vector<Group> groups_;
  std::vector<std::byte> outgoing_;
  std::vector<std::byte> incoming_;
  std::size_t under_way_ = 0;
};

template <typename Done>
Result<void> NativeOperations::poll(Done done) {
  if (under_way_ == 0) {
    return {};
  }
  for (Group& group : groups_) {
    while (!group.begun.empty()) {
      const auto ended = is_done(group.begun.front());
      if (!ended) {
        return tl::unexpected(ended.error());
      }
      if (!*ended) {
        break;
      }
      group.begun.pop_front();
      --under_way_;
      done(group.of.mid);
    }
  }
  return {};
}

}  // namespace dps::transport
