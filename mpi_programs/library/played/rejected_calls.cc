#include "mpi_programs/library/played/rejected_calls.h"

#include <algorithm>

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/data_types.h"
#include "mpi_programs/library/played/played_operation.h"
#include "mpi_programs/library/predefined.h"
#include "mpi_programs/library/returned_errors.h"
#include "mpi_programs/library/topology.h"

namespace dps::mpi_library {
namespace {

/// True if MPI does not send data of this type: it is null, or not committed.
bool is_wrong_type(MPI_Datatype type) {
  auto* const self = predefined::self();
  const ReturnedErrors returned(self);
  const char nothing = 0;
  return DPS_NEXT(Send)(&nothing, 0, type, MPI_PROC_NULL, 0, self) != MPI_SUCCESS;
}

/// True if MPI does not combine elements of this type by the operation.
bool is_wrong_operation(MPI_Datatype type, MPI_Op op) {
  auto* const self = predefined::self();
  const ReturnedErrors returned(self);
  const char nothing = 0;
  char result = 0;
  return DPS_NEXT(Allreduce)(&nothing, &result, 0, type, op, self) != MPI_SUCCESS;
}

bool is_wrong_data(int count, MPI_Datatype type) {
  return count < 0 || is_wrong_type(type);
}

/// MPI accepts a type that is not committed for the data that most functions receive.
bool is_wrong_room(int count, MPI_Datatype type) {
  return count < 0 || is_no_type(type);
}

bool are_wrong_counts(const int counts[], int blocks) {
  return counts == nullptr ||
         std::any_of(counts, counts + blocks, [](int count) { return count < 0; });
}

bool is_wrong_root(MPI_Comm comm, int root) {
  if (is_no_communicator(comm)) {
    return true;
  }
  const Members members(comm);
  const bool is_of_groups = members.has_two_groups && (root == MPI_ROOT || root == MPI_PROC_NULL);
  return !is_of_groups && (root < 0 || root >= members.partners);
}

/// True if two blocks of which one is a copy of the other differ in size.
bool differ(int count, MPI_Datatype type, int room, MPI_Datatype its_type) {
  return bytes_of(count, type) != bytes_of(room, its_type);
}

/// True if one of the buffers of a rooted operation is MPI_IN_PLACE where it must not be.
/// `of_root`: the buffer that only the root has; `of_each`: that of each member.
bool has_wrong_place(const Members& members, int root, const void* of_root, const void* of_each) {
  return !members.has_two_groups &&
         (members.is_root(root) ? of_root == MPI_IN_PLACE : of_each == MPI_IN_PLACE);
}

}  // namespace

bool rejects_Barrier(MPI_Comm comm) {
  return is_no_communicator(comm);
}

bool rejects_Bcast(const void* buf, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return is_wrong_root(comm, root) ||
         (Members::takes_part(root) && (buf == MPI_IN_PLACE || is_wrong_data(count, type)));
}

bool rejects_Gather(const void* sent, int count, MPI_Datatype type, const void* received, int room,
                    MPI_Datatype its_type, int root, MPI_Comm comm) {
  if (is_wrong_root(comm, root)) {
    return true;
  }
  const Members members(comm);
  return has_wrong_place(members, root, received, sent) ||
         (members.is_like_others(root) && sent != MPI_IN_PLACE && is_wrong_data(count, type)) ||
         (members.is_root(root) && is_wrong_room(room, its_type));
}

bool rejects_Gatherv(const void* sent, int count, MPI_Datatype type, const void* received,
                     const int room[], const int at[], MPI_Datatype its_type, int root,
                     MPI_Comm comm) {
  if (is_wrong_root(comm, root)) {
    return true;
  }
  const Members members(comm);
  return has_wrong_place(members, root, received, sent) ||
         (members.is_like_others(root) && sent != MPI_IN_PLACE && is_wrong_data(count, type)) ||
         (members.is_root(root) &&
          (at == nullptr || is_no_type(its_type) || are_wrong_counts(room, members.partners)));
}

bool rejects_Scatter(const void* sent, int count, MPI_Datatype type, const void* received, int room,
                     MPI_Datatype its_type, int root, MPI_Comm comm) {
  if (is_wrong_root(comm, root)) {
    return true;
  }
  const Members members(comm);
  const bool takes = members.is_like_others(root) && received != MPI_IN_PLACE;
  return has_wrong_place(members, root, sent, received) ||
         (takes ? is_wrong_room(room, its_type)
                : members.is_root(root) && is_wrong_data(count, type));
}

bool rejects_Scatterv(const void* sent, const int count[], const int at[], MPI_Datatype type,
                      const void* received, int room, MPI_Datatype its_type, int root,
                      MPI_Comm comm) {
  if (is_wrong_root(comm, root)) {
    return true;
  }
  const Members members(comm);
  const bool takes = members.is_like_others(root) && received != MPI_IN_PLACE;
  return has_wrong_place(members, root, sent, received) ||
         (takes && is_wrong_room(room, its_type)) ||
         (members.is_root(root) &&
          (at == nullptr || are_wrong_counts(count, members.partners) || is_wrong_type(type)));
}

bool rejects_Allgather(const void* sent, int count, MPI_Datatype type, const void* received,
                       int room, MPI_Datatype its_type, MPI_Comm comm) {
  return is_no_communicator(comm) || received == MPI_IN_PLACE ||
         (sent != MPI_IN_PLACE && is_wrong_data(count, type)) || is_wrong_room(room, its_type);
}

bool rejects_Allgatherv(const void* sent, int count, MPI_Datatype type, const void* received,
                        [[maybe_unused]] const int room[], const int at[], MPI_Datatype its_type,
                        MPI_Comm comm) {
  return is_no_communicator(comm) || received == MPI_IN_PLACE || is_no_type(its_type) ||
         at == nullptr || (sent != MPI_IN_PLACE && is_wrong_data(count, type));
}

bool rejects_Alltoall(const void* sent, int count, MPI_Datatype type, const void* received,
                      int room, MPI_Datatype its_type, MPI_Comm comm) {
  if (is_no_communicator(comm) || received == MPI_IN_PLACE || is_wrong_data(room, its_type)) {
    return true;
  }
  return sent != MPI_IN_PLACE &&
         (is_wrong_data(count, type) ||
          (!Members(comm).has_two_groups && differ(count, type, room, its_type)));
}

bool rejects_Alltoallv(const void* sent, const int count[], const int at[], MPI_Datatype type,
                       const void* received, const int room[], const int its_at[],
                       MPI_Datatype its_type, MPI_Comm comm) {
  if (is_no_communicator(comm) || received == MPI_IN_PLACE || its_at == nullptr) {
    return true;
  }
  const Members members(comm);
  if (are_wrong_counts(room, members.partners) || is_wrong_type(its_type)) {
    return true;
  }
  const int self = members.self;
  return sent != MPI_IN_PLACE &&
         (at == nullptr || are_wrong_counts(count, members.partners) || is_wrong_type(type) ||
          (!members.has_two_groups && differ(count[self], type, room[self], its_type)));
}

bool rejects_Alltoallw(const void* sent, const int count[], const int at[],
                       const MPI_Datatype types[], const void* received, const int room[],
                       const int its_at[], const MPI_Datatype its_types[], MPI_Comm comm) {
  const bool is_in_place = sent == MPI_IN_PLACE;
  const bool lacks_list = its_at == nullptr || its_types == nullptr ||
                          (!is_in_place && (at == nullptr || types == nullptr));
  if (is_no_communicator(comm) || received == MPI_IN_PLACE || lacks_list) {
    return true;
  }
  const Members members(comm);
  const int self = members.self;
  const int blocks = members.partners;
  if (are_wrong_counts(room, blocks) || std::any_of(its_types, its_types + blocks, is_wrong_type)) {
    return true;
  }
  return !is_in_place &&
         (are_wrong_counts(count, blocks) || std::any_of(types, types + blocks, is_wrong_type) ||
          (!members.has_two_groups &&
           differ(count[self], types[self], room[self], its_types[self])));
}

bool rejects_Reduce(const void* sent, const void* received, int count, MPI_Datatype type, MPI_Op op,
                    int root, MPI_Comm comm) {
  if (is_wrong_root(comm, root)) {
    return true;
  }
  const Members members(comm);
  const bool is_aliased = !members.has_two_groups && members.is_root(root) && sent == received;
  return has_wrong_place(members, root, received, sent) || (is_aliased && count != 0) ||
         (members.is_like_others(root) &&
          (is_wrong_operation(type, op) || is_wrong_data(count, type)));
}

bool rejects_Allreduce(const void* sent, const void* received, int count, MPI_Datatype type,
                       MPI_Op op, MPI_Comm comm) {
  const bool is_aliased = sent == received && sent != nullptr && count > 1;  // as Open MPI checks
  return is_no_communicator(comm) || received == MPI_IN_PLACE || is_aliased ||
         is_wrong_operation(type, op) || is_wrong_data(count, type);
}

bool rejects_Reduce_scatter([[maybe_unused]] const void* sent, const void* received,
                            const int counts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return is_no_communicator(comm) || received == MPI_IN_PLACE || is_wrong_operation(type, op) ||
         is_wrong_type(type) || are_wrong_counts(counts, Members(comm).count);
}

bool rejects_Reduce_scatter_block([[maybe_unused]] const void* sent, const void* received,
                                  int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return is_no_communicator(comm) || received == MPI_IN_PLACE || is_wrong_operation(type, op) ||
         is_wrong_data(count, type);
}

bool rejects_Scan([[maybe_unused]] const void* sent, const void* received, int count,
                  MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return is_no_communicator(comm) || received == MPI_IN_PLACE || is_wrong_operation(type, op) ||
         is_wrong_data(count, type);
}

bool rejects_Exscan([[maybe_unused]] const void* sent, [[maybe_unused]] const void* received,
                    int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return is_no_communicator(comm) || is_wrong_operation(type, op) || is_wrong_data(count, type);
}

}  // namespace dps::mpi_library
