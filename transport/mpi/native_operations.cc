#include "transport/mpi/native_operations.h"

#include <algorithm>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "base/units.h"
#include "transport/mpi/world.h"

namespace dps::transport {
namespace {

using collectives::Collective;
using collectives::Operation;

/// True if a buffer has a block for each member.
bool has_blocks(Operation operation) {
  switch (operation) {
    case Operation::kGather:
    case Operation::kScatter:
    case Operation::kAllgather:
    case Operation::kAlltoall:
    case Operation::kReduceScatter:
      return true;
    case Operation::kBarrier:
    case Operation::kBcast:
    case Operation::kReduce:
    case Operation::kAllreduce:
    case Operation::kScan:
      break;
  }
  return false;
}

/// The arguments of an MPI call. `count` is that of the vector, or of the block of a member.
struct Call {
  const void* outgoing;
  void* incoming;
  int count;
  MPI_Datatype type;
  int root;
  MPI_Comm members;

  int begin(Operation operation, MPI_Request* request) const;
};

// NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker): poll() tests the request until it is done.
int Call::begin(Operation operation, MPI_Request* request) const {
  switch (operation) {
    case Operation::kBarrier:
      return MPI_Ibarrier(members, request);
    case Operation::kBcast:
      return MPI_Ibcast(incoming, count, type, root, members, request);
    case Operation::kReduce:
      return MPI_Ireduce(outgoing, incoming, count, type, MPI_SUM, root, members, request);
    case Operation::kAllreduce:
      return MPI_Iallreduce(outgoing, incoming, count, type, MPI_SUM, members, request);
    case Operation::kScan:
      return MPI_Iscan(outgoing, incoming, count, type, MPI_SUM, members, request);
    case Operation::kGather:
      return MPI_Igather(outgoing, count, type, incoming, count, type, root, members, request);
    case Operation::kScatter:
      return MPI_Iscatter(outgoing, count, type, incoming, count, type, root, members, request);
    case Operation::kAllgather:
      return MPI_Iallgather(outgoing, count, type, incoming, count, type, members, request);
    case Operation::kAlltoall:
      return MPI_Ialltoall(outgoing, count, type, incoming, count, type, members, request);
    case Operation::kReduceScatter:
      return MPI_Ireduce_scatter_block(outgoing, incoming, count, type, MPI_SUM, members, request);
  }
  return MPI_ERR_OP;
}
// NOLINTEND(clang-analyzer-optin.mpi.MPI-Checker)

}  // namespace

NativeOperations::~NativeOperations() {
  if (under_way_ > 0) {
    static std::vector<std::vector<std::byte>> kept;
    kept.push_back(std::move(outgoing_));
    kept.push_back(std::move(incoming_));
  }
}

Result<void> NativeOperations::prepare(std::span<const OperationGroup> groups) {
  std::uint64_t most = 0;
  for (const OperationGroup& group : groups) {
    if (group.largest.bytes > kMpiLargestBody) {
      return failure(ErrorCode::kLimit,
                     fmt::format("an operation of the MPI library has at most {}, got {}",
                                 format_size(kMpiLargestBody), format_size(group.largest.bytes)));
    }
    most = std::max(most, group.largest.bytes *
                              (has_blocks(group.largest.operation) ? group.largest.members : 1));
    groups_.push_back({group});
  }
  try {
    outgoing_.resize(most);
    incoming_.resize(most);
  } catch (const std::bad_alloc&) {
    return failure(ErrorCode::kLimit,
                   fmt::format("there is no memory for the operations of the MPI library, which "
                               "need twice {}",
                               format_size(most)));
  }
  return {};
}

Result<void> NativeOperations::connect(MPI_Comm all, const std::function<int(ProcessId)>& rank_of) {
  if (groups_.empty()) {
    return {};
  }
  MPI_Group everybody = MPI_GROUP_NULL;
  MPI_Comm_group(all, &everybody);
  int code = MPI_SUCCESS;
  for (Group& group : groups_) {
    std::vector<int> ranks;
    ranks.reserve(group.of.members.size());
    for (const ProcessId member : group.of.members) {
      ranks.push_back(rank_of(member));
    }
    MPI_Group members = MPI_GROUP_NULL;
    MPI_Group_incl(everybody, static_cast<int>(ranks.size()), ranks.data(), &members);
    code = MPI_Comm_create_group(all, members, 0, &group.members);
    MPI_Group_free(&members);
    if (code != MPI_SUCCESS) {
      break;
    }
  }
  MPI_Group_free(&everybody);
  if (code != MPI_SUCCESS) {
    return failure(ErrorCode::kSystem,
                   "cannot make a communicator of the members: " + mpi_text(code));
  }
  return {};
}

Result<void> NativeOperations::begin(std::size_t group, const Collective& of) {
  constexpr std::uint64_t kWord = sizeof(std::int64_t);
  Group& members = groups_[group];
  const bool is_whole = of.bytes % kWord == 0;
  const Call call{outgoing_.data(),
                  incoming_.data(),
                  static_cast<int>(is_whole ? of.bytes / kWord : of.bytes),
                  is_whole ? MPI_INT64_T : MPI_INT8_T,
                  static_cast<int>(of.root),
                  members.members};
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = call.begin(of.operation, &request);
  if (code != MPI_SUCCESS) {
    return failure(ErrorCode::kSystem, "cannot begin the operation: " + mpi_text(code));
  }
  members.begun.push_back(request);
  ++under_way_;
  return {};
}

Result<bool> NativeOperations::is_done(MPI_Request& request) {
  int done = 0;
  const int code = MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  if (code != MPI_SUCCESS) {
    return failure(ErrorCode::kSystem, "a collective operation of MPI failed: " + mpi_text(code));
  }
  return done != 0;
}

}  // namespace dps::transport
