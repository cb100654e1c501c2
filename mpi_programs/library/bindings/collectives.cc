// The C bindings of collective operations. The bytes of a record are those that its rank
// contributes.
#include <algorithm>

#include <mpi.h>

#include "mpi_programs/library/bindings/predicted_neighbours.h"
#include "mpi_programs/library/call.h"
#include "mpi_programs/library/played/played_collectives.h"
#include "mpi_programs/library/played/rejected_calls.h"
#include "mpi_programs/library/predicted/predicted_collectives.h"
#include "mpi_programs/library/requests.h"
#include "mpi_programs/library/topology.h"

using namespace dps::mpi_library;  // NOLINT(google-build-using-namespace): the bindings are global

namespace {

/// The bytes that a member sends: those of its send arguments or, in place, of its receive
/// arguments.
std::uint64_t sent_bytes(const void* sent, int count, MPI_Datatype type, int room,
                         MPI_Datatype its_type) {
  return sent == MPI_IN_PLACE ? bytes_of(room, its_type) : bytes_of(count, type);
}

/// True for a member that an intercommunicator's rooted operation has no block of: its arguments
/// may be anything.
bool has_no_block(int root) {
  return root == MPI_ROOT || root == MPI_PROC_NULL;
}

std::uint64_t times(int factor, std::uint64_t bytes) {
  return static_cast<std::uint64_t>(factor < 0 ? 0 : factor) * bytes;
}

/// The bytes of one block for each partner.
std::uint64_t sum_of(const int counts[], MPI_Datatype type, int partners) {
  std::uint64_t sum = 0;
  for (int i = 0; counts != nullptr && i < partners; ++i) {
    sum += static_cast<std::uint64_t>(counts[i] < 0 ? 0 : counts[i]);
  }
  return sum == 0 ? 0 : sum * bytes_of(1, type);
}

std::uint64_t sum_of(const int counts[], const MPI_Datatype types[], int partners) {
  std::uint64_t sum = 0;
  for (int i = 0; counts != nullptr && types != nullptr && i < partners; ++i) {
    sum += counts[i] > 0 ? bytes_of(counts[i], types[i]) : 0;
  }
  return sum;
}

/// The bytes of the largest block.
std::uint64_t largest_of(const int counts[], MPI_Datatype type, int partners) {
  int largest = 0;
  for (int i = 0; counts != nullptr && i < partners; ++i) {
    largest = std::max(largest, counts[i]);
  }
  return bytes_of(largest, type);
}

/// The larger sum, divided by the number of partners.
std::uint64_t for_each_partner(std::uint64_t sent, std::uint64_t received, MPI_Comm comm) {
  return std::max(sent, received) / static_cast<std::uint64_t>(std::max(partners_of(comm), 1));
}

/// The own block of a gatherv or scatterv in place, whose size only the root's list has.
std::uint64_t own_block(const int counts[], MPI_Datatype type, MPI_Comm comm) {
  if (counts == nullptr || is_no_communicator(comm)) {
    return 0;
  }
  int rank = 0;
  DPS_NEXT(Comm_rank)(comm, &rank);
  return bytes_of(counts[rank], type);
}

}  // namespace

#define DPS_LIST(...) __VA_ARGS__

// A collective operation and its form that does not wait. `bytes` is evaluated if it is recorded,
// `charged` if it is predicted.
#define DPS_COLLECTIVE(name, iname, root, bytes, parameters, arguments) \
  DPS_CHARGED(name, iname, root, bytes, bytes, DPS_LIST(parameters), DPS_LIST(arguments))
#define DPS_CHARGED(name, iname, root, bytes, charged, parameters, arguments)             \
  extern "C" int MPI_##name(parameters, MPI_Comm comm) {                                  \
    Call call(k##name, DPS_CALLER);                                                       \
    if (call.is_recorded()) {                                                             \
      call.describe(comm, root, MPI_ANY_TAG, bytes, CallFlag::kCollective);               \
    }                                                                                     \
    if (call.is_predicted() && !rejects_##name(arguments, comm)) {                        \
      if (plays_collectives()) {                                                          \
        return call.end(play_##name(arguments, comm, nullptr));                           \
      }                                                                                   \
      meet(k##name, comm, charged);                                                       \
    }                                                                                     \
    return call.end(DPS_NEXT(name)(arguments, comm));                                     \
  }                                                                                       \
  extern "C" int MPI_##iname(parameters, MPI_Comm comm, MPI_Request* request) {           \
    Call call(k##iname, DPS_CALLER);                                                      \
    if (call.is_recorded()) {                                                             \
      call.describe(comm, root, MPI_ANY_TAG, bytes, CallFlag::kCollective);               \
    }                                                                                     \
    if (call.is_predicted() && plays_collectives() && !rejects_##name(arguments, comm)) { \
      return end_with_request(call, play_##name(arguments, comm, request), request);      \
    }                                                                                     \
    int code = DPS_NEXT(iname)(arguments, comm, request);                                 \
    if (call.is_predicted()) {                                                            \
      code = begin_meeting(k##iname, comm, charged, code, request);                       \
    }                                                                                     \
    return end_with_request(call, code, request);                                         \
  }

// MPI_Neighbor_… and MPI_Ineighbor_…. `received_block` and `sent_block`: the buffer, count and type
// of the messages from the i-th source and to the i-th destination.
#define DPS_NEIGHBOUR(name, bytes, received_block, sent_block, parameters, arguments)    \
  extern "C" int MPI_Neighbor_##name(parameters, MPI_Comm comm) {                        \
    Call call(kNeighbor_##name, DPS_CALLER);                                             \
    if (call.is_recorded()) {                                                            \
      call.describe(comm, MPI_ANY_SOURCE, MPI_ANY_TAG, bytes, CallFlag::kCollective);    \
    }                                                                                    \
    if (!call.is_predicted() || !has_topology(comm)) {                                   \
      return call.end(DPS_NEXT(Neighbor_##name)(arguments, comm));                       \
    }                                                                                    \
    return call.end(exchange_with_neighbours(                                            \
        kNeighbor_##name, comm,                                                          \
        [=]([[maybe_unused]] int i) {                                                    \
          return ReceivedHalf{received_block, MPI_PROC_NULL, 0};                         \
        },                                                                               \
        [=]([[maybe_unused]] int i) {                                                    \
          return SentHalf{sent_block, MPI_PROC_NULL, 0};                                 \
        }));                                                                             \
  }                                                                                      \
  extern "C" int MPI_Ineighbor_##name(parameters, MPI_Comm comm, MPI_Request* request) { \
    Call call(kIneighbor_##name, DPS_CALLER);                                            \
    if (call.is_recorded()) {                                                            \
      call.describe(comm, MPI_ANY_SOURCE, MPI_ANY_TAG, bytes, CallFlag::kCollective);    \
    }                                                                                    \
    int code = DPS_NEXT(Ineighbor_##name)(arguments, comm, request);                     \
    if (call.is_predicted()) {                                                           \
      code = begin_with_neighbours(                                                      \
          kIneighbor_##name, comm, code,                                                 \
          [=]([[maybe_unused]] int i) {                                                  \
            return ReceivedHalf{received_block, MPI_PROC_NULL, 0};                       \
          },                                                                             \
          [=]([[maybe_unused]] int i) {                                                  \
            return SentHalf{sent_block, MPI_PROC_NULL, 0};                               \
          },                                                                             \
          request);                                                                      \
    }                                                                                    \
    return end_with_request(call, code, request);                                        \
  }

extern "C" int MPI_Barrier(MPI_Comm comm) {
  Call call(kBarrier, DPS_CALLER);
  if (call.is_recorded()) {
    call.describe(comm, MPI_ANY_SOURCE, MPI_ANY_TAG, 0, CallFlag::kCollective);
  }
  if (call.is_predicted() && !rejects_Barrier(comm)) {
    if (plays_collectives()) {
      return call.end(play_Barrier(comm, nullptr));
    }
    meet(kBarrier, comm, 0);
  }
  return call.end(DPS_NEXT(Barrier)(comm));
}

extern "C" int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  Call call(kIbarrier, DPS_CALLER);
  if (call.is_recorded()) {
    call.describe(comm, MPI_ANY_SOURCE, MPI_ANY_TAG, 0, CallFlag::kCollective);
  }
  if (call.is_predicted() && plays_collectives() && !rejects_Barrier(comm)) {
    return end_with_request(call, play_Barrier(comm, request), request);
  }
  int code = DPS_NEXT(Ibarrier)(comm, request);
  if (call.is_predicted()) {
    code = begin_meeting(kIbarrier, comm, 0, code, request);
  }
  return end_with_request(call, code, request);
}

DPS_COLLECTIVE(Bcast, Ibcast, root, root == MPI_PROC_NULL ? 0 : bytes_of(count, type),
               DPS_LIST(void* buf, int count, MPI_Datatype type, int root),
               DPS_LIST(buf, count, type, root))
DPS_COLLECTIVE(Gather, Igather, root,
               has_no_block(root) ? 0 : sent_bytes(sent, count, type, room, its_type),
               DPS_LIST(const void* sent, int count, MPI_Datatype type, void* received, int room,
                        MPI_Datatype its_type, int root),
               DPS_LIST(sent, count, type, received, room, its_type, root))
DPS_COLLECTIVE(Gatherv, Igatherv, root,
               has_no_block(root)     ? 0
               : sent == MPI_IN_PLACE ? own_block(room, its_type, comm)
                                      : bytes_of(count, type),
               DPS_LIST(const void* sent, int count, MPI_Datatype type, void* received,
                        const int room[], const int at[], MPI_Datatype its_type, int root),
               DPS_LIST(sent, count, type, received, room, at, its_type, root))
DPS_COLLECTIVE(Scatter, Iscatter, root,
               has_no_block(root) ? 0 : sent_bytes(received, room, its_type, count, type),
               DPS_LIST(const void* sent, int count, MPI_Datatype type, void* received, int room,
                        MPI_Datatype its_type, int root),
               DPS_LIST(sent, count, type, received, room, its_type, root))
DPS_COLLECTIVE(Scatterv, Iscatterv, root,
               has_no_block(root)         ? 0
               : received == MPI_IN_PLACE ? own_block(count, type, comm)
                                          : bytes_of(room, its_type),
               DPS_LIST(const void* sent, const int count[], const int at[], MPI_Datatype type,
                        void* received, int room, MPI_Datatype its_type, int root),
               DPS_LIST(sent, count, at, type, received, room, its_type, root))
DPS_COLLECTIVE(Allgather, Iallgather, MPI_ANY_SOURCE, sent_bytes(sent, count, type, room, its_type),
               DPS_LIST(const void* sent, int count, MPI_Datatype type, void* received, int room,
                        MPI_Datatype its_type),
               DPS_LIST(sent, count, type, received, room, its_type))
DPS_COLLECTIVE(Allgatherv, Iallgatherv, MPI_ANY_SOURCE,
               sent == MPI_IN_PLACE ? own_block(room, its_type, comm) : bytes_of(count, type),
               DPS_LIST(const void* sent, int count, MPI_Datatype type, void* received,
                        const int room[], const int at[], MPI_Datatype its_type),
               DPS_LIST(sent, count, type, received, room, at, its_type))
DPS_CHARGED(Alltoall, Ialltoall, MPI_ANY_SOURCE,
            times(partners_of(comm), sent_bytes(sent, count, type, room, its_type)),
            sent_bytes(sent, count, type, room, its_type),
            DPS_LIST(const void* sent, int count, MPI_Datatype type, void* received, int room,
                     MPI_Datatype its_type),
            DPS_LIST(sent, count, type, received, room, its_type))
DPS_CHARGED(Alltoallv, Ialltoallv, MPI_ANY_SOURCE,
            sent == MPI_IN_PLACE ? sum_of(room, its_type, partners_of(comm))
                                 : sum_of(count, type, partners_of(comm)),
            for_each_partner(sent == MPI_IN_PLACE ? 0 : sum_of(count, type, partners_of(comm)),
                             sum_of(room, its_type, partners_of(comm)), comm),
            DPS_LIST(const void* sent, const int count[], const int at[], MPI_Datatype type,
                     void* received, const int room[], const int its_at[], MPI_Datatype its_type),
            DPS_LIST(sent, count, at, type, received, room, its_at, its_type))
DPS_CHARGED(Alltoallw, Ialltoallw, MPI_ANY_SOURCE,
            sent == MPI_IN_PLACE ? sum_of(room, its_types, partners_of(comm))
                                 : sum_of(count, types, partners_of(comm)),
            for_each_partner(sent == MPI_IN_PLACE ? 0 : sum_of(count, types, partners_of(comm)),
                             sum_of(room, its_types, partners_of(comm)), comm),
            DPS_LIST(const void* sent, const int count[], const int at[],
                     const MPI_Datatype types[], void* received, const int room[],
                     const int its_at[], const MPI_Datatype its_types[]),
            DPS_LIST(sent, count, at, types, received, room, its_at, its_types))
DPS_COLLECTIVE(Reduce, Ireduce, root, has_no_block(root) ? 0 : bytes_of(count, type),
               DPS_LIST(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op op,
                        int root),
               DPS_LIST(sent, received, count, type, op, root))
DPS_COLLECTIVE(Allreduce, Iallreduce, MPI_ANY_SOURCE, bytes_of(count, type),
               DPS_LIST(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op op),
               DPS_LIST(sent, received, count, type, op))
DPS_CHARGED(Reduce_scatter, Ireduce_scatter, MPI_ANY_SOURCE,
            sum_of(counts, type, own_size_of(comm)), largest_of(counts, type, own_size_of(comm)),
            DPS_LIST(const void* sent, void* received, const int counts[], MPI_Datatype type,
                     MPI_Op op),
            DPS_LIST(sent, received, counts, type, op))
DPS_CHARGED(Reduce_scatter_block, Ireduce_scatter_block, MPI_ANY_SOURCE,
            times(own_size_of(comm), bytes_of(count, type)), bytes_of(count, type),
            DPS_LIST(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op op),
            DPS_LIST(sent, received, count, type, op))
DPS_COLLECTIVE(Scan, Iscan, MPI_ANY_SOURCE, bytes_of(count, type),
               DPS_LIST(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op op),
               DPS_LIST(sent, received, count, type, op))
DPS_COLLECTIVE(Exscan, Iexscan, MPI_ANY_SOURCE, bytes_of(count, type),
               DPS_LIST(const void* sent, void* received, int count, MPI_Datatype type, MPI_Op op),
               DPS_LIST(sent, received, count, type, op))
DPS_NEIGHBOUR(allgather, bytes_of(count, type),
              DPS_LIST(block_at(received, MPI_Aint{i} * room, its_type), room, its_type),
              DPS_LIST(sent, count, type),
              DPS_LIST(const void* sent, int count, MPI_Datatype type, void* received, int room,
                       MPI_Datatype its_type),
              DPS_LIST(sent, count, type, received, room, its_type))
DPS_NEIGHBOUR(allgatherv, bytes_of(count, type),
              DPS_LIST(block_at(received, at[i], its_type), room[i], its_type),
              DPS_LIST(sent, count, type),
              DPS_LIST(const void* sent, int count, MPI_Datatype type, void* received,
                       const int room[], const int at[], MPI_Datatype its_type),
              DPS_LIST(sent, count, type, received, room, at, its_type))
DPS_NEIGHBOUR(alltoall, times(degrees_of(comm).out, bytes_of(count, type)),
              DPS_LIST(block_at(received, MPI_Aint{i} * room, its_type), room, its_type),
              DPS_LIST(block_at(sent, MPI_Aint{i} * count, type), count, type),
              DPS_LIST(const void* sent, int count, MPI_Datatype type, void* received, int room,
                       MPI_Datatype its_type),
              DPS_LIST(sent, count, type, received, room, its_type))
DPS_NEIGHBOUR(alltoallv, sum_of(count, type, degrees_of(comm).out),
              DPS_LIST(block_at(received, its_at[i], its_type), room[i], its_type),
              DPS_LIST(block_at(sent, at[i], type), count[i], type),
              DPS_LIST(const void* sent, const int count[], const int at[], MPI_Datatype type,
                       void* received, const int room[], const int its_at[], MPI_Datatype its_type),
              DPS_LIST(sent, count, at, type, received, room, its_at, its_type))
DPS_NEIGHBOUR(alltoallw, sum_of(count, types, degrees_of(comm).out),
              DPS_LIST(static_cast<char*>(received) + its_at[i], room[i], its_types[i]),
              DPS_LIST(static_cast<const char*>(sent) + at[i], count[i], types[i]),
              DPS_LIST(const void* sent, const int count[], const MPI_Aint at[],
                       const MPI_Datatype types[], void* received, const int room[],
                       const MPI_Aint its_at[], const MPI_Datatype its_types[]),
              DPS_LIST(sent, count, at, types, received, room, its_at, its_types))
