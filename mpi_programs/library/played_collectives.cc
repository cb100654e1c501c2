#include "mpi_programs/library/played_collectives.h"

#include <cstdlib>

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/communicators.h"
#include "mpi_programs/library/containers/item_list.h"
#include "mpi_programs/library/play_results.h"
#include "mpi_programs/library/predicted_messages.h"
#include "mpi_programs/library/predicted_requests.h"
#include "mpi_programs/library/prediction_session.h"
#include "mpi_programs/library/topology.h"

namespace dps::mpi_library {

bool plays_collectives() {
  return is_on_network();
}

namespace {

using board::BoardRequest;
using board::Completion;
using board::RequestKind;

/// A communicator, as a member of it sees it.
struct Members {
  explicit Members(MPI_Comm comm) {
    DPS_NEXT(Comm_rank)(comm, &self);
    DPS_NEXT(Comm_size)(comm, &count);
    DPS_NEXT(Comm_test_inter)(comm, &has_two_groups);
  }
  int self = 0;
  int count = 0;
  int has_two_groups = 0;
};

/// The operation as this rank calls it.
struct Operation {
  Function function;
  MPI_Comm comm;
  int root = 0;
  std::uint64_t bytes = 0;              ///< that this rank contributes: in all, or in each block
  const MemberBlocks* sizes = nullptr;  ///< whose blocks differ
  Bringing brings{};
  MemberResult takes{};
};

/// MPI reports what is wrong with the root and with the data; no message is sent.
bool is_wrong(MPI_Comm comm, int root) {
  return is_no_communicator(comm) || (root < 0 || root >= partners_of(comm));
}
int checked(const MemberBlocks& data, int i, MPI_Comm comm) {
  return check_sent({data.address(i), data.count_of(i), data.type_of(i), MPI_PROC_NULL, 0}, comm);
}

/// The sizes of all blocks, which follow the request.
void list_sizes(const MemberBlocks& blocks, int count, std::int32_t* list) {
  constexpr unsigned kBits = 32;
  for (int i = 0; i < count; ++i) {
    const std::uint64_t bytes = blocks.bytes(i);
    *list++ = static_cast<std::int32_t>(static_cast<std::uint32_t>(bytes));
    *list++ = static_cast<std::int32_t>(static_cast<std::uint32_t>(bytes >> kBits));
  }
}

int play(const Operation& operation, MPI_Request* request) {
  const Members members(operation.comm);
  BoardRequest asked = request_of(RequestKind::kPlay, operation.function);
  asked.communicator = number_of(operation.comm);
  asked.peer = operation.root;
  asked.bytes = operation.bytes;
  if (members.has_two_groups != 0 && operation.function != kBarrier) {
    asked.kind = RequestKind::kTwoGroups;
    ask(asked);  // does not return
  }
  int code = bring(operation.brings, operation.comm, asked);
  if (code != MPI_SUCCESS) {
    return code;
  }
  const int all =
      members.has_two_groups != 0 ? members.count + partners_of(operation.comm) : members.count;
  const int listed = operation.sizes != nullptr ? 2 * members.count : 0;
  ItemList<std::int32_t> sizes(listed);
  ItemList<Completion> brought(all);
  if (sizes.get() == nullptr || brought.get() == nullptr ||
      listed > static_cast<int>(board::kMostListed)) {
    asked.kind = RequestKind::kUnsupported;
    ask(asked);
  }
  if (listed > 0) {
    list_sizes(*operation.sizes, members.count, sizes.get());
  }
  if (request != nullptr) {
    asked.kind = RequestKind::kBeginPlay;
    asked.operation = next_operation();
    ask(asked, sizes.get(), static_cast<std::size_t>(listed), nullptr, 0);
    return begin_play_request(asked.operation, operation.takes, all, request);
  }
  ask(asked, sizes.get(), static_cast<std::size_t>(listed), brought.get(),
      static_cast<std::size_t>(all));
  return take_results(operation.takes, brought.get(), all);
}

/// An operation over all members: their blocks, as `into` has them, are taken.
MemberResult all_blocks(const MemberBlocks& into, const Members& members, MPI_Comm comm) {
  MemberResult result;
  result.kind = MemberResult::Kind::kBlocks;
  result.into = into;
  result.last = members.count;
  result.comm = comm;
  result.self = members.self;
  return result;
}
MemberResult reduction_of(void* received, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  MemberResult result;
  result.kind = MemberResult::Kind::kReduction;
  result.into.data = received;
  result.into.count = count;
  result.into.type = type;
  result.op = op;
  result.comm = comm;
  return result;
}
/// A whole vector.
MemberBlocks vector_of(const void* data, int count, MPI_Datatype type) {
  MemberBlocks blocks;
  blocks.data = const_cast<void*>(data);  // NOLINT: it is read only
  blocks.count = count;
  blocks.type = type;
  return blocks;
}

}  // namespace

int play_Barrier(MPI_Comm comm, MPI_Request* request) {
  if (is_no_communicator(comm)) {
    return DPS_NEXT(Barrier)(comm);
  }
  Operation operation{kBarrier, comm};
  return play(operation, request);
}

int play_Bcast(void* buf, int count, MPI_Datatype type, int root, MPI_Comm comm,
               MPI_Request* request) {
  if (is_wrong(comm, root)) {
    return DPS_NEXT(Bcast)(buf, count, type, root, comm);
  }
  const Members members(comm);
  const MemberBlocks data = vector_of(buf, count, type);
  if (const int code = checked(data, 0, comm); code != MPI_SUCCESS) {
    return code;
  }
  Operation operation{kBcast, comm, root, data.bytes(0)};
  if (members.self == root) {
    operation.brings = {data, members.count, false, 0, members.count - 1};
  } else {
    operation.takes = all_blocks(data, members, comm);
    operation.takes.first = root;
    operation.takes.last = root + 1;
    operation.takes.into.count = count;
    operation.takes.is_first_block = true;
  }
  return play(operation, request);
}

namespace {

/// MPI_Gather, MPI_Gatherv.
int gather(Function function, const MemberBlocks& sent, bool is_in_place,
           const MemberBlocks& received, int root, MPI_Comm comm, MPI_Request* request) {
  const Members members(comm);
  const MemberBlocks& own = is_in_place ? received : sent;
  const int place = is_in_place ? members.self : 0;
  if (const int code = checked(own, place, comm); code != MPI_SUCCESS) {
    return code;
  }
  Operation operation{function, comm, root, own.bytes(place)};
  if (members.self != root || !is_in_place) {
    operation.brings = {own, members.count, false, place, 1};
  }
  if (members.self == root) {
    operation.takes = all_blocks(received, members, comm);
    operation.takes.leaves_own = is_in_place;
  }
  return play(operation, request);
}

/// MPI_Scatter, MPI_Scatterv.
int scatter(Function function, const MemberBlocks& sent, const MemberBlocks& received,
            bool is_in_place, int root, MPI_Comm comm, MPI_Request* request) {
  const Members members(comm);
  const bool is_root = members.self == root;
  if (!is_in_place) {
    if (const int code = checked(received, 0, comm); code != MPI_SUCCESS) {
      return code;
    }
  }
  Operation operation{function, comm, root,
                      is_root ? (sent.counts == nullptr ? sent.bytes(0) : 0) : received.bytes(0)};
  if (is_root) {
    operation.sizes = sent.counts != nullptr ? &sent : nullptr;
    operation.brings = {sent, members.count, true, 0, members.count - (is_in_place ? 1 : 0)};
  }
  if (!is_root || !is_in_place) {
    operation.takes = all_blocks(received, members, comm);
    operation.takes.first = root;
    operation.takes.last = root + 1;
    operation.takes.slice = members.self;
    operation.takes.is_first_block = true;
  }
  return play(operation, request);
}

/// MPI_Allgather, MPI_Allgatherv.
int allgather(Function function, const MemberBlocks& sent, bool is_in_place,
              const MemberBlocks& received, MPI_Comm comm, MPI_Request* request) {
  const Members members(comm);
  const MemberBlocks& own = is_in_place ? received : sent;
  const int place = is_in_place ? members.self : 0;
  if (const int code = checked(own, place, comm); code != MPI_SUCCESS) {
    return code;
  }
  Operation operation{function, comm, 0, own.bytes(place)};
  operation.brings = {own, members.count, false, place, members.count - (is_in_place ? 1 : 0)};
  operation.takes = all_blocks(received, members, comm);
  operation.takes.leaves_own = is_in_place;
  return play(operation, request);
}

/// MPI_Alltoall, MPI_Alltoallv, MPI_Alltoallw.
int alltoall(Function function, const MemberBlocks& sent, bool is_in_place,
             const MemberBlocks& received, MPI_Comm comm, MPI_Request* request) {
  const Members members(comm);
  const MemberBlocks& own = is_in_place ? received : sent;
  Operation operation{function, comm, 0, own.counts == nullptr ? own.bytes(0) : 0};
  operation.sizes = own.counts != nullptr ? &own : nullptr;
  operation.brings = {own, members.count, true, 0, members.count};
  operation.takes = all_blocks(received, members, comm);
  operation.takes.slice = members.self;
  return play(operation, request);
}

MemberBlocks blocks_of(const void* data, const int counts[], const int at[], MPI_Datatype type) {
  MemberBlocks blocks = vector_of(data, 0, type);
  blocks.counts = counts;
  blocks.at = at;
  return blocks;
}
MemberBlocks blocks_of(const void* data, const int counts[], const int at[],
                       const MPI_Datatype types[]) {
  MemberBlocks blocks = vector_of(data, 0, nullptr);
  blocks.counts = counts;
  blocks.at = at;
  blocks.types = types;
  return blocks;
}

}  // namespace

int play_Gather(const void* sent, int count, MPI_Datatype type, void* received, int room,
                MPI_Datatype its_type, int root, MPI_Comm comm, MPI_Request* request) {
  if (is_wrong(comm, root)) {
    return DPS_NEXT(Gather)(sent, count, type, received, room, its_type, root, comm);
  }
  return gather(kGather, vector_of(sent, count, type), sent == MPI_IN_PLACE,
                vector_of(received, room, its_type), root, comm, request);
}

int play_Gatherv(const void* sent, int count, MPI_Datatype type, void* received, const int room[],
                 const int at[], MPI_Datatype its_type, int root, MPI_Comm comm,
                 MPI_Request* request) {
  if (is_wrong(comm, root)) {
    return DPS_NEXT(Gatherv)(sent, count, type, received, room, at, its_type, root, comm);
  }
  return gather(kGatherv, vector_of(sent, count, type), sent == MPI_IN_PLACE,
                blocks_of(received, room, at, its_type), root, comm, request);
}

int play_Scatter(const void* sent, int count, MPI_Datatype type, void* received, int room,
                 MPI_Datatype its_type, int root, MPI_Comm comm, MPI_Request* request) {
  if (is_wrong(comm, root)) {
    return DPS_NEXT(Scatter)(sent, count, type, received, room, its_type, root, comm);
  }
  return scatter(kScatter, vector_of(sent, count, type), vector_of(received, room, its_type),
                 received == MPI_IN_PLACE, root, comm, request);
}

int play_Scatterv(const void* sent, const int count[], const int at[], MPI_Datatype type,
                  void* received, int room, MPI_Datatype its_type, int root, MPI_Comm comm,
                  MPI_Request* request) {
  if (is_wrong(comm, root)) {
    return DPS_NEXT(Scatterv)(sent, count, at, type, received, room, its_type, root, comm);
  }
  return scatter(kScatterv, blocks_of(sent, count, at, type), vector_of(received, room, its_type),
                 received == MPI_IN_PLACE, root, comm, request);
}

int play_Allgather(const void* sent, int count, MPI_Datatype type, void* received, int room,
                   MPI_Datatype its_type, MPI_Comm comm, MPI_Request* request) {
  if (is_no_communicator(comm)) {
    return DPS_NEXT(Allgather)(sent, count, type, received, room, its_type, comm);
  }
  return allgather(kAllgather, vector_of(sent, count, type), sent == MPI_IN_PLACE,
                   vector_of(received, room, its_type), comm, request);
}

int play_Allgatherv(const void* sent, int count, MPI_Datatype type, void* received,
                    const int room[], const int at[], MPI_Datatype its_type, MPI_Comm comm,
                    MPI_Request* request) {
  if (is_no_communicator(comm)) {
    return DPS_NEXT(Allgatherv)(sent, count, type, received, room, at, its_type, comm);
  }
  return allgather(kAllgatherv, vector_of(sent, count, type), sent == MPI_IN_PLACE,
                   blocks_of(received, room, at, its_type), comm, request);
}

int play_Alltoall(const void* sent, int count, MPI_Datatype type, void* received, int room,
                  MPI_Datatype its_type, MPI_Comm comm, MPI_Request* request) {
  if (is_no_communicator(comm)) {
    return DPS_NEXT(Alltoall)(sent, count, type, received, room, its_type, comm);
  }
  return alltoall(kAlltoall, vector_of(sent, count, type), sent == MPI_IN_PLACE,
                  vector_of(received, room, its_type), comm, request);
}

int play_Alltoallv(const void* sent, const int count[], const int at[], MPI_Datatype type,
                   void* received, const int room[], const int its_at[], MPI_Datatype its_type,
                   MPI_Comm comm, MPI_Request* request) {
  if (is_no_communicator(comm)) {
    return DPS_NEXT(Alltoallv)(sent, count, at, type, received, room, its_at, its_type, comm);
  }
  return alltoall(kAlltoallv, blocks_of(sent, count, at, type), sent == MPI_IN_PLACE,
                  blocks_of(received, room, its_at, its_type), comm, request);
}

int play_Alltoallw(const void* sent, const int count[], const int at[], const MPI_Datatype types[],
                   void* received, const int room[], const int its_at[],
                   const MPI_Datatype its_types[], MPI_Comm comm, MPI_Request* request) {
  if (is_no_communicator(comm)) {
    return DPS_NEXT(Alltoallw)(sent, count, at, types, received, room, its_at, its_types, comm);
  }
  return alltoall(kAlltoallw, blocks_of(sent, count, at, types), sent == MPI_IN_PLACE,
                  blocks_of(received, room, its_at, its_types), comm, request);
}

namespace {

/// MPI_Reduce and the like: what members bring, and how many of them take it.
int reduce(Function function, const void* sent, const MemberResult& takes, int root, int readers,
           MPI_Request* request) {
  const Members members(takes.comm);
  const void* data = sent == MPI_IN_PLACE ? takes.into.data : sent;
  const MemberBlocks own = vector_of(data, takes.into.count, takes.into.type);
  if (const int code = checked(own, 0, takes.comm); code != MPI_SUCCESS) {
    return code;
  }
  Operation operation{function, takes.comm, root, own.bytes(0)};
  operation.brings = {own, members.count, false, 0, readers};
  operation.takes = takes;
  return play(operation, request);
}

/// MPI_Reduce_scatter: `blocks` of the vector, one for each member.
int reduce_scatter(Function function, const MemberBlocks& blocks, void* received, MPI_Op op,
                   MPI_Comm comm, MPI_Request* request) {
  const Members members(comm);
  Operation operation{function, comm};
  operation.sizes = &blocks;
  for (int i = 0; i < members.count; ++i) {
    if (const int code = checked(blocks, i, comm); code != MPI_SUCCESS) {
      return code;
    }
    operation.bytes += blocks.bytes(i);
  }
  operation.brings = {blocks, members.count, true, 0, members.count};
  operation.takes = reduction_of(received, blocks.count_of(members.self), blocks.type, op, comm);
  operation.takes.last = members.count;
  operation.takes.slice = members.self;
  return play(operation, request);
}

}  // namespace

int play_Reduce(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op op, int root,
                MPI_Comm comm, MPI_Request* request) {
  if (is_wrong(comm, root)) {
    return DPS_NEXT(Reduce)(sent, received, count, type, op, root, comm);
  }
  const Members members(comm);
  MemberResult takes = reduction_of(received, count, type, op, comm);
  takes.last = members.count;
  if (members.self != root) {
    takes.kind = MemberResult::Kind::kNothing;
  }
  return reduce(kReduce, sent, takes, root, 1, request);
}

int play_Allreduce(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm, MPI_Request* request) {
  if (is_no_communicator(comm)) {
    return DPS_NEXT(Allreduce)(sent, received, count, type, op, comm);
  }
  const Members members(comm);
  MemberResult takes = reduction_of(received, count, type, op, comm);
  takes.last = members.count;
  return reduce(kAllreduce, sent, takes, 0, members.count, request);
}

int play_Scan(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op op,
              MPI_Comm comm, MPI_Request* request) {
  if (is_no_communicator(comm)) {
    return DPS_NEXT(Scan)(sent, received, count, type, op, comm);
  }
  const Members members(comm);
  MemberResult takes = reduction_of(received, count, type, op, comm);
  takes.last = members.self + 1;
  return reduce(kScan, sent, takes, 0, members.count - members.self, request);
}

int play_Exscan(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op op,
                MPI_Comm comm, MPI_Request* request) {
  if (is_no_communicator(comm)) {
    return DPS_NEXT(Exscan)(sent, received, count, type, op, comm);
  }
  const Members members(comm);
  MemberResult takes = reduction_of(received, count, type, op, comm);
  takes.last = members.self;
  return reduce(kExscan, sent, takes, 0, members.count - 1 - members.self, request);
}

int play_Reduce_scatter(const void* sent, void* received, const int counts[], MPI_Datatype type,
                        MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  if (is_no_communicator(comm) || counts == nullptr) {
    return DPS_NEXT(Reduce_scatter)(sent, received, counts, type, op, comm);
  }
  const int members = partners_of(comm);
  ItemList<int> at(members);
  if (at.get() == nullptr) {
    return MPI_ERR_NO_MEM;
  }
  for (int i = 0, sum = 0; i < members; sum += counts[i], ++i) {
    at[i] = sum;
  }
  const void* data = sent == MPI_IN_PLACE ? received : sent;
  return reduce_scatter(kReduce_scatter, blocks_of(data, counts, at.get(), type), received, op,
                        comm, request);
}

int play_Reduce_scatter_block(const void* sent, void* received, int count, MPI_Datatype type,
                              MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  if (is_no_communicator(comm)) {
    return DPS_NEXT(Reduce_scatter_block)(sent, received, count, type, op, comm);
  }
  const void* data = sent == MPI_IN_PLACE ? received : sent;
  return reduce_scatter(kReduce_scatter_block, vector_of(data, count, type), received, op, comm,
                        request);
}

}  // namespace dps::mpi_library
