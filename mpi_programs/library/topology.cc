#include "mpi_programs/library/topology.h"

#include "mpi_programs/library/next.h"

namespace dps::mpi_library {

bool is_no_communicator(MPI_Comm communicator) {
  static void* const none = find_symbol("ompi_mpi_comm_null");
  return communicator == nullptr || communicator == none;
}

Degrees degrees_of(MPI_Comm communicator) {
  if (is_no_communicator(communicator)) {
    return {};
  }
  int kind = MPI_UNDEFINED;
  int count = 0;
  DPS_NEXT(Topo_test)(communicator, &kind);
  if (kind == MPI_CART) {
    DPS_NEXT(Cartdim_get)(communicator, &count);
    return {2 * count, 2 * count};
  }
  if (kind == MPI_GRAPH) {
    int rank = 0;
    DPS_NEXT(Comm_rank)(communicator, &rank);
    DPS_NEXT(Graph_neighbors_count)(communicator, rank, &count);
    return {count, count};
  }
  Degrees degrees;
  if (kind == MPI_DIST_GRAPH) {
    int is_weighted = 0;
    DPS_NEXT(Dist_graph_neighbors_count)(communicator, &degrees.in, &degrees.out, &is_weighted);
  }
  return degrees;
}

int partners_of(MPI_Comm communicator) {
  if (is_no_communicator(communicator)) {
    return 0;
  }
  int is_inter = 0;
  int size = 0;
  DPS_NEXT(Comm_test_inter)(communicator, &is_inter);
  if (is_inter != 0) {
    DPS_NEXT(Comm_remote_size)(communicator, &size);
  } else {
    DPS_NEXT(Comm_size)(communicator, &size);
  }
  return size;
}

}  // namespace dps::mpi_library
