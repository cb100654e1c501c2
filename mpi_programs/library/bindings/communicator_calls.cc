// The C bindings that make and free communicators.
#include <mpi.h>

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/communicators.h"
#include "mpi_programs/library/predicted/predicted_collectives.h"
#include "mpi_programs/library/requests.h"

using namespace dps::mpi_library;  // NOLINT(google-build-using-namespace): the bindings are global

namespace {

/// Ends a call that has made a communicator.
int end_with(Call& call, int code, MPI_Comm* made, MPI_Comm parent, int tag = MPI_ANY_TAG) {
  const bool was_away = call.is_predicted() && (tag != MPI_ANY_TAG || parent == nullptr);
  if (!was_away) {
    call.end(code);
  }
  if (is_attached && code == MPI_SUCCESS) {
    add_communicator(*made, parent, tag);
  }
  if (was_away && code == MPI_SUCCESS) {
    meet(kComm_split, *made, 0);
  }
  return was_away ? call.end(code) : code;
}

}  // namespace

#define DPS_LIST(...) __VA_ARGS__

// A function that is collective over the communicator `parent` and makes `made`.
#define DPS_CREATION(name, parameters, arguments)                                   \
  extern "C" int MPI_##name(parameters, MPI_Comm* made) {                           \
    Call call(k##name, DPS_CALLER);                                                 \
    if (call.is_recorded()) {                                                       \
      call.describe(parent, MPI_ANY_SOURCE, MPI_ANY_TAG, 0, CallFlag::kCollective); \
    }                                                                               \
    if (call.is_predicted()) {                                                      \
      meet(k##name, parent, 0);                                                     \
    }                                                                               \
    return end_with(call, DPS_NEXT(name)(arguments, made), made, parent);           \
  }
DPS_CREATION(Comm_create, DPS_LIST(MPI_Comm parent, MPI_Group group), DPS_LIST(parent, group))
DPS_CREATION(Comm_dup, MPI_Comm parent, parent)
DPS_CREATION(Comm_dup_with_info, DPS_LIST(MPI_Comm parent, MPI_Info info), DPS_LIST(parent, info))
DPS_CREATION(Comm_split, DPS_LIST(MPI_Comm parent, int color, int key),
             DPS_LIST(parent, color, key))
DPS_CREATION(Comm_split_type, DPS_LIST(MPI_Comm parent, int type, int key, MPI_Info info),
             DPS_LIST(parent, type, key, info))
DPS_CREATION(Cart_create,
             DPS_LIST(MPI_Comm parent, int count, const int dims[], const int periods[],
                      int reorder),
             DPS_LIST(parent, count, dims, periods, reorder))
DPS_CREATION(Cart_sub, DPS_LIST(MPI_Comm parent, const int remain[]), DPS_LIST(parent, remain))
DPS_CREATION(Graph_create,
             DPS_LIST(MPI_Comm parent, int count, const int index[], const int edges[],
                      int reorder),
             DPS_LIST(parent, count, index, edges, reorder))
DPS_CREATION(Dist_graph_create,
             DPS_LIST(MPI_Comm parent, int count, const int nodes[], const int degrees[],
                      const int targets[], const int weights[], MPI_Info info, int reorder),
             DPS_LIST(parent, count, nodes, degrees, targets, weights, info, reorder))
DPS_CREATION(Dist_graph_create_adjacent,
             DPS_LIST(MPI_Comm parent, int in, const int sources[], const int source_weights[],
                      int out, const int targets[], const int target_weights[], MPI_Info info,
                      int reorder),
             DPS_LIST(parent, in, sources, source_weights, out, targets, target_weights, info,
                      reorder))
DPS_CREATION(Intercomm_merge, DPS_LIST(MPI_Comm parent, int high), DPS_LIST(parent, high))

extern "C" int MPI_Comm_idup(MPI_Comm parent, MPI_Comm* made, MPI_Request* request) {
  Call call(kComm_idup, DPS_CALLER);
  if (call.is_recorded()) {
    call.describe(parent, MPI_ANY_SOURCE, MPI_ANY_TAG, 0, CallFlag::kCollective);
  }
  int code = DPS_NEXT(Comm_idup)(parent, made, request);
  if (call.is_predicted()) {
    code = begin_meeting(kComm_idup, parent, 0, code, request);
  }
  end_with_request(call, code, request);
  if (is_attached && code == MPI_SUCCESS) {
    add_copy(*made, parent);
  }
  return code;
}

extern "C" int MPI_Comm_create_group(MPI_Comm parent, MPI_Group group, int tag, MPI_Comm* made) {
  Call call(kComm_create_group, DPS_CALLER);
  if (call.is_recorded()) {
    call.describe(parent, MPI_ANY_SOURCE, tag, 0, 0);
  }
  if (call.is_predicted()) {
    leave_for(kComm_create_group, parent);
  }
  return end_with(call, DPS_NEXT(Comm_create_group)(parent, group, tag, made), made, parent, tag);
}

extern "C" int MPI_Intercomm_create(MPI_Comm local, int leader, MPI_Comm peers, int remote_leader,
                                    int tag, MPI_Comm* made) {
  Call call(kIntercomm_create, DPS_CALLER);
  if (call.is_recorded()) {
    call.describe(local, leader, tag, 0, 0);
  }
  if (call.is_predicted()) {
    leave_for(kIntercomm_create, local);
  }
  const int code = DPS_NEXT(Intercomm_create)(local, leader, peers, remote_leader, tag, made);
  return end_with(call, code, made, nullptr, tag);
}

extern "C" int MPI_Comm_disconnect(MPI_Comm* communicator) {
  Call call(kComm_disconnect, DPS_CALLER);
  if (is_attached && communicator != nullptr) {
    if (call.is_recorded()) {
      call.describe(*communicator, MPI_ANY_SOURCE, MPI_ANY_TAG, 0, CallFlag::kCollective);
    }
    if (call.is_predicted()) {
      meet(kComm_disconnect, *communicator, 0);
    }
    remove_handle(*communicator);
  }
  return call.end(DPS_NEXT(Comm_disconnect)(communicator));
}

extern "C" int MPI_Comm_free(MPI_Comm* communicator) {
  count_call(kComm_free);
  if (is_attached && communicator != nullptr) {
    remove_handle(*communicator);
  }
  return DPS_NEXT(Comm_free)(communicator);
}
