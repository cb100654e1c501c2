#include "mpi_programs/library/played/played_collectives.h"

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/played/played_operation.h"
#include "mpi_programs/library/predicted/predicted_messages.h"
#include "mpi_programs/library/prediction_session.h"
#include "mpi_programs/library/topology.h"

namespace dps::mpi_library {

bool plays_collectives() {
  return is_on_network();
}

namespace {

/// The result of an operation over all partners: it takes their blocks, laid out as in `into`.
MemberResult all_blocks(const MemberBlocks& into, const Members& members, MPI_Comm comm) {
  MemberResult result;
  result.kind = MemberResult::Kind::kBlocks;
  result.into = into;
  result.last = members.partners;
  result.comm = comm;
  result.self = members.self;
  return result;
}

}  // namespace

int play_Barrier(MPI_Comm comm, MPI_Request* request) {
  PlayedOperation operation{kBarrier, comm};
  return play(operation, request);
}

int play_Bcast(void* buf, int count, MPI_Datatype type, int root, MPI_Comm comm,
               MPI_Request* request) {
  const Members members(comm);
  const MemberBlocks data = vector_of(buf, count, type);
  PlayedOperation operation{kBcast, comm, root};
  if (!Members::takes_part(root)) {
    return play(operation, request);
  }
  if (const int code = checked(data, 0, comm); code != MPI_SUCCESS) {
    return code;
  }
  operation.bytes = data.bytes(0);
  if (members.is_root(root)) {
    const int readers = members.partners - (members.has_two_groups ? 0 : 1);
    operation.brings = {data, members.partners, false, 0, readers};
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
  PlayedOperation operation{function, comm, root};
  if (members.is_like_others(root)) {
    const MemberBlocks& own = is_in_place ? received : sent;
    const int place = is_in_place ? members.self : 0;
    if (const int code = checked(own, place, comm); code != MPI_SUCCESS) {
      return code;
    }
    operation.bytes = own.bytes(place);
    if (!members.is_root(root) || !is_in_place) {
      operation.brings = {own, members.partners, false, place, 1};
    }
  }
  if (members.is_root(root)) {
    operation.takes = all_blocks(received, members, comm);
    operation.takes.leaves_own = is_in_place && !members.has_two_groups;
  }
  return play(operation, request);
}

/// MPI_Scatter, MPI_Scatterv.
int scatter(Function function, const MemberBlocks& sent, const MemberBlocks& received,
            bool is_in_place, int root, MPI_Comm comm, MPI_Request* request) {
  const Members members(comm);
  const bool takes = members.is_like_others(root) && !is_in_place;
  PlayedOperation operation{function, comm, root};
  if (takes) {
    if (const int code = checked(received, 0, comm); code != MPI_SUCCESS) {
      return code;
    }
    operation.bytes = received.bytes(0);
    operation.takes = all_blocks(received, members, comm);
    operation.takes.first = root;
    operation.takes.last = root + 1;
    operation.takes.slice = members.self;
    operation.takes.is_first_block = true;
  }
  if (members.is_root(root)) {
    operation.bytes = sent.counts == nullptr ? sent.bytes(0) : 0;
    operation.sizes = sent.counts != nullptr ? &sent : nullptr;
    operation.blocks = members.partners;
    const int readers = members.partners - (!members.has_two_groups && is_in_place ? 1 : 0);
    operation.brings = {sent, members.partners, true, 0, readers};
  }
  return play(operation, request);
}

/// MPI_Allgather, MPI_Allgatherv.
int allgather(Function function, const MemberBlocks& sent, bool is_in_place,
              const MemberBlocks& received, MPI_Comm comm, MPI_Request* request) {
  const Members members(comm);
  if (is_wrong_in_place(members, is_in_place)) {
    return fail(comm, MPI_ERR_BUFFER);
  }
  const MemberBlocks& own = is_in_place ? received : sent;
  const int place = is_in_place ? members.self : 0;
  if (const int code = checked(own, place, comm); code != MPI_SUCCESS) {
    return code;
  }
  PlayedOperation operation{function, comm, 0, own.bytes(place)};
  operation.brings = {own, members.partners, false, place,
                      members.partners - (is_in_place ? 1 : 0)};
  operation.takes = all_blocks(received, members, comm);
  operation.takes.leaves_own = is_in_place;
  return play(operation, request);
}

/// MPI_Alltoall, MPI_Alltoallv, MPI_Alltoallw.
int alltoall(Function function, const MemberBlocks& sent, bool is_in_place,
             const MemberBlocks& received, MPI_Comm comm, MPI_Request* request) {
  const Members members(comm);
  if (is_wrong_in_place(members, is_in_place)) {
    return fail(comm, MPI_ERR_BUFFER);
  }
  const MemberBlocks& own = is_in_place ? received : sent;
  PlayedOperation operation{function, comm, 0, own.counts == nullptr ? own.bytes(0) : 0};
  operation.sizes = own.counts != nullptr ? &own : nullptr;
  operation.blocks = members.partners;
  operation.brings = {own, members.partners, true, 0, members.partners};
  operation.takes = all_blocks(received, members, comm);
  operation.takes.slice = members.self;
  return play(operation, request);
}

}  // namespace

int play_Gather(const void* sent, int count, MPI_Datatype type, void* received, int room,
                MPI_Datatype its_type, int root, MPI_Comm comm, MPI_Request* request) {
  return gather(kGather, vector_of(sent, count, type), sent == MPI_IN_PLACE,
                vector_of(received, room, its_type), root, comm, request);
}

int play_Gatherv(const void* sent, int count, MPI_Datatype type, void* received, const int room[],
                 const int at[], MPI_Datatype its_type, int root, MPI_Comm comm,
                 MPI_Request* request) {
  return gather(kGatherv, vector_of(sent, count, type), sent == MPI_IN_PLACE,
                blocks_of(received, room, at, its_type), root, comm, request);
}

int play_Scatter(const void* sent, int count, MPI_Datatype type, void* received, int room,
                 MPI_Datatype its_type, int root, MPI_Comm comm, MPI_Request* request) {
  return scatter(kScatter, vector_of(sent, count, type), vector_of(received, room, its_type),
                 received == MPI_IN_PLACE, root, comm, request);
}

int play_Scatterv(const void* sent, const int count[], const int at[], MPI_Datatype type,
                  void* received, int room, MPI_Datatype its_type, int root, MPI_Comm comm,
                  MPI_Request* request) {
  return scatter(kScatterv, blocks_of(sent, count, at, type), vector_of(received, room, its_type),
                 received == MPI_IN_PLACE, root, comm, request);
}

int play_Allgather(const void* sent, int count, MPI_Datatype type, void* received, int room,
                   MPI_Datatype its_type, MPI_Comm comm, MPI_Request* request) {
  return allgather(kAllgather, vector_of(sent, count, type), sent == MPI_IN_PLACE,
                   vector_of(received, room, its_type), comm, request);
}

int play_Allgatherv(const void* sent, int count, MPI_Datatype type, void* received,
                    const int room[], const int at[], MPI_Datatype its_type, MPI_Comm comm,
                    MPI_Request* request) {
  return allgather(kAllgatherv, vector_of(sent, count, type), sent == MPI_IN_PLACE,
                   blocks_of(received, room, at, its_type), comm, request);
}

int play_Alltoall(const void* sent, int count, MPI_Datatype type, void* received, int room,
                  MPI_Datatype its_type, MPI_Comm comm, MPI_Request* request) {
  return alltoall(kAlltoall, vector_of(sent, count, type), sent == MPI_IN_PLACE,
                  vector_of(received, room, its_type), comm, request);
}

int play_Alltoallv(const void* sent, const int count[], const int at[], MPI_Datatype type,
                   void* received, const int room[], const int its_at[], MPI_Datatype its_type,
                   MPI_Comm comm, MPI_Request* request) {
  return alltoall(kAlltoallv, blocks_of(sent, count, at, type), sent == MPI_IN_PLACE,
                  blocks_of(received, room, its_at, its_type), comm, request);
}

int play_Alltoallw(const void* sent, const int count[], const int at[], const MPI_Datatype types[],
                   void* received, const int room[], const int its_at[],
                   const MPI_Datatype its_types[], MPI_Comm comm, MPI_Request* request) {
  return alltoall(kAlltoallw, blocks_of(sent, count, at, types), sent == MPI_IN_PLACE,
                  blocks_of(received, room, its_at, its_types), comm, request);
}

}  // namespace dps::mpi_library
