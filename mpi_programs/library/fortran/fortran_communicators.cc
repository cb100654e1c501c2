// The Fortran bindings that make and free communicators.
#include "mpi_programs/library/fortran/fortran.h"

using namespace dps::mpi_library;  // NOLINT(google-build-using-namespace): the bindings are global

#define DPS_LIST(...) __VA_ARGS__

// A function that makes a communicator.
#define DPS_CREATION(name, lower, UPPER, parameters, arguments)            \
  static void lower##_binding(parameters, Argument made, Argument error) { \
    MPI_Comm of = nullptr;                                                 \
    *error = MPI_##name(arguments, &of);                                   \
    if (*error == MPI_SUCCESS) {                                           \
      give(made, of);                                                      \
    }                                                                      \
  }                                                                        \
  DPS_FORTRAN_BINDING(lower, UPPER)
DPS_CREATION(Comm_create, comm_create, COMM_CREATE, DPS_LIST(Argument comm, Argument group),
             DPS_LIST(comm_of(comm), group_of(group)))
DPS_CREATION(Comm_create_group, comm_create_group, COMM_CREATE_GROUP,
             DPS_LIST(Argument comm, Argument group, Argument tag),
             DPS_LIST(comm_of(comm), group_of(group), *tag))
DPS_CREATION(Comm_dup, comm_dup, COMM_DUP, Argument comm, comm_of(comm))
DPS_CREATION(Comm_dup_with_info, comm_dup_with_info, COMM_DUP_WITH_INFO,
             DPS_LIST(Argument comm, Argument info), DPS_LIST(comm_of(comm), info_of(info)))
DPS_CREATION(Comm_split, comm_split, COMM_SPLIT,
             DPS_LIST(Argument comm, Argument color, Argument key),
             DPS_LIST(comm_of(comm), *color, *key))
DPS_CREATION(Comm_split_type, comm_split_type, COMM_SPLIT_TYPE,
             DPS_LIST(Argument comm, Argument type, Argument key, Argument info),
             DPS_LIST(comm_of(comm), *type, *key, info_of(info)))
DPS_CREATION(Cart_create, cart_create, CART_CREATE,
             DPS_LIST(Argument comm, Argument count, Argument dims, Argument periods,
                      Argument reorder),
             DPS_LIST(comm_of(comm), *count, dims, periods, *reorder))
DPS_FORTRAN_PMPI_NAME(cart_create)
DPS_CREATION(Cart_sub, cart_sub, CART_SUB, DPS_LIST(Argument comm, Argument remain),
             DPS_LIST(comm_of(comm), remain))
DPS_FORTRAN_PMPI_NAME(cart_sub)
DPS_CREATION(Graph_create, graph_create, GRAPH_CREATE,
             DPS_LIST(Argument comm, Argument count, Argument index, Argument edges,
                      Argument reorder),
             DPS_LIST(comm_of(comm), *count, index, edges, *reorder))
DPS_FORTRAN_PMPI_NAME(graph_create)
DPS_CREATION(Dist_graph_create, dist_graph_create, DIST_GRAPH_CREATE,
             DPS_LIST(Argument comm, Argument count, Argument nodes, Argument degrees,
                      Argument targets, Argument weight, Argument info, Argument reorder),
             DPS_LIST(comm_of(comm), *count, nodes, degrees, targets, weights(weight),
                      info_of(info), *reorder))
DPS_FORTRAN_PMPI_NAME(dist_graph_create)
DPS_CREATION(Dist_graph_create_adjacent, dist_graph_create_adjacent, DIST_GRAPH_CREATE_ADJACENT,
             DPS_LIST(Argument comm, Argument in, Argument sources, Argument source_weights,
                      Argument out, Argument targets, Argument target_weights, Argument info,
                      Argument reorder),
             DPS_LIST(comm_of(comm), *in, sources, weights(source_weights), *out, targets,
                      weights(target_weights), info_of(info), *reorder))
DPS_FORTRAN_PMPI_NAME(dist_graph_create_adjacent)
DPS_CREATION(Intercomm_create, intercomm_create, INTERCOMM_CREATE,
             DPS_LIST(Argument comm, Argument leader, Argument peers, Argument remote_leader,
                      Argument tag),
             DPS_LIST(comm_of(comm), *leader, comm_of(peers), *remote_leader, *tag))
DPS_CREATION(Intercomm_merge, intercomm_merge, INTERCOMM_MERGE,
             DPS_LIST(Argument comm, Argument high), DPS_LIST(comm_of(comm), *high))
DPS_FORTRAN_PMPI_NAME(intercomm_merge)

static void comm_idup_binding(Argument comm, Argument made, Argument request, Argument error) {
  MPI_Comm of = nullptr;
  MPI_Request its = nullptr;
  *error = MPI_Comm_idup(comm_of(comm), &of, &its);
  if (*error == MPI_SUCCESS) {
    give(made, of);
    give(request, its);
  }
}
DPS_FORTRAN_BINDING(comm_idup, COMM_IDUP)

// A function that ends a communicator.
#define DPS_END(name, lower, UPPER)                            \
  static void lower##_binding(Argument comm, Argument error) { \
    MPI_Comm of = comm_of(comm);                               \
    *error = MPI_##name(&of);                                  \
    if (*error == MPI_SUCCESS) {                               \
      give(comm, of);                                          \
    }                                                          \
  }                                                            \
  DPS_FORTRAN_BINDING(lower, UPPER)
DPS_END(Comm_free, comm_free, COMM_FREE)
DPS_END(Comm_disconnect, comm_disconnect, COMM_DISCONNECT)
