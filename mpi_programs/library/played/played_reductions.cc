// The collective operations that combine data. Source: docs/programs.md, "Collective operations on
// a network".
#include "mpi_programs/library/call.h"
#include "mpi_programs/library/played/played_collectives.h"
#include "mpi_programs/library/played/played_operation.h"
#include "mpi_programs/library/predicted/predicted_messages.h"
#include "mpi_programs/library/topology.h"

namespace dps::mpi_library {
namespace {

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

/// MPI_Reduce and the like; `takes` is the part that this member takes.
int reduce(Function function, const void* sent, const MemberResult& takes, int root, int readers,
           MPI_Request* request) {
  const Members members(takes.comm);
  const bool is_in_place = sent == MPI_IN_PLACE;
  PlayedOperation operation{function, takes.comm, root};
  operation.takes = takes;
  if (!members.is_like_others(root)) {
    return play(operation, request);
  }
  if (is_wrong_in_place(members, is_in_place)) {
    return fail(takes.comm, MPI_ERR_BUFFER);
  }
  const void* data = is_in_place ? takes.into.data : sent;
  const MemberBlocks own = vector_of(data, takes.into.count, takes.into.type);
  if (const int code = checked(own, 0, takes.comm); code != MPI_SUCCESS) {
    return code;
  }
  operation.bytes = own.bytes(0);
  operation.brings = {own, members.partners, false, 0, readers};
  return play(operation, request);
}

/// MPI_Scan, or MPI_Exscan, which takes only the data of the members before this one.
int scan(Function function, const void* sent, MemberResult takes, bool takes_own,
         MPI_Request* request) {
  const Members members(takes.comm);
  if (members.has_two_groups) {
    return fail(takes.comm, MPI_ERR_COMM);  // Open MPI 4.1 crashes
  }
  takes.last = members.self + (takes_own ? 1 : 0);
  const int readers = members.count - members.self - (takes_own ? 0 : 1);
  return reduce(function, sent, takes, 0, readers, request);
}

/// MPI_Reduce_scatter: `blocks` of the vector, one for each member of the own group, one after
/// another. Members of another group have blocks of other sizes: they take theirs out of the whole.
int reduce_scatter(Function function, const MemberBlocks& blocks, bool is_in_place, void* received,
                   MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  const Members members(comm);
  const bool has_two_groups = members.has_two_groups;
  if (is_wrong_in_place(members, is_in_place)) {
    return fail(comm, MPI_ERR_BUFFER);
  }
  PlayedOperation operation{function, comm};
  operation.sizes = &blocks;
  operation.blocks = members.count;
  operation.takes = reduction_of(received, blocks.count_of(members.self), blocks.type, op, comm);
  operation.takes.last = members.partners;
  int all = 0;
  for (int i = 0; i < members.count; ++i) {
    if (const int code = checked(blocks, i, comm); code != MPI_SUCCESS) {
      return code;
    }
    if (has_two_groups && i == members.self) {
      operation.takes.skipped = operation.bytes;
      operation.takes.most = blocks.bytes(i);
    }
    operation.bytes += blocks.bytes(i);
    all += blocks.count_of(i);
  }
  if (has_two_groups) {
    operation.brings = {vector_of(blocks.data, all, blocks.type), 1, false, 0, members.partners};
  } else {
    operation.brings = {blocks, members.count, true, 0, members.count};
    operation.takes.slice = members.self;
  }
  return play(operation, request);
}

}  // namespace

int play_Reduce(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op op, int root,
                MPI_Comm comm, MPI_Request* request) {
  const Members members(comm);
  MemberResult takes = reduction_of(received, count, type, op, comm);
  takes.last = members.partners;
  if (!members.is_root(root)) {
    takes.kind = MemberResult::Kind::kNothing;
  }
  return reduce(kReduce, sent, takes, root, 1, request);
}

int play_Allreduce(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm, MPI_Request* request) {
  const Members members(comm);
  MemberResult takes = reduction_of(received, count, type, op, comm);
  takes.last = members.partners;
  return reduce(kAllreduce, sent, takes, 0, members.partners, request);
}

int play_Scan(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op op,
              MPI_Comm comm, MPI_Request* request) {
  return scan(kScan, sent, reduction_of(received, count, type, op, comm), true, request);
}

int play_Exscan(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op op,
                MPI_Comm comm, MPI_Request* request) {
  return scan(kExscan, sent, reduction_of(received, count, type, op, comm), false, request);
}

int play_Reduce_scatter(const void* sent, void* received, const int counts[], MPI_Datatype type,
                        MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  const void* data = sent == MPI_IN_PLACE ? received : sent;
  return reduce_scatter(kReduce_scatter, blocks_of(data, counts, nullptr, type),
                        sent == MPI_IN_PLACE, received, op, comm, request);
}

int play_Reduce_scatter_block(const void* sent, void* received, int count, MPI_Datatype type,
                              MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  const void* data = sent == MPI_IN_PLACE ? received : sent;
  return reduce_scatter(kReduce_scatter_block, vector_of(data, count, type), sent == MPI_IN_PLACE,
                        received, op, comm, request);
}

}  // namespace dps::mpi_library
