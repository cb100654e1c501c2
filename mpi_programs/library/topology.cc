#include "mpi_programs/library/topology.h"

#include "mpi_programs/library/next.h"
#include "mpi_programs/library/predefined.h"

namespace dps::mpi_library {

bool is_no_communicator(MPI_Comm communicator) {
  return communicator == nullptr || communicator == predefined::no_communicator();
}

bool has_topology(MPI_Comm communicator) {
  int kind = MPI_UNDEFINED;
  if (!is_no_communicator(communicator)) {
    DPS_NEXT(Topo_test)(communicator, &kind);
  }
  return kind != MPI_UNDEFINED;
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

Neighbours::Neighbours(MPI_Comm communicator)
    : degrees_(degrees_of(communicator)), sources_(degrees_.in), destinations_(degrees_.out) {
  if (sources_.get() == nullptr || destinations_.get() == nullptr) {
    degrees_ = {};
    return;
  }
  int kind = MPI_UNDEFINED;
  int rank = 0;
  if (degrees_.in + degrees_.out > 0) {
    DPS_NEXT(Topo_test)(communicator, &kind);
    DPS_NEXT(Comm_rank)(communicator, &rank);
  }
  is_grid_ = kind == MPI_CART;
  if (is_grid_) {
    for (int i = 0; i < degrees_.in; i += 2) {
      DPS_NEXT(Cart_shift)(communicator, i / 2, 1, &sources_[i], &sources_[i + 1]);
      destinations_[i] = sources_[i];
      destinations_[i + 1] = sources_[i + 1];
    }
  } else if (kind == MPI_GRAPH) {
    DPS_NEXT(Graph_neighbors)(communicator, rank, degrees_.in, sources_.get());
    DPS_NEXT(Graph_neighbors)(communicator, rank, degrees_.out, destinations_.get());
  } else if (kind == MPI_DIST_GRAPH) {
    ItemList<int> ignored(degrees_.in + degrees_.out);
    DPS_NEXT(Dist_graph_neighbors)
    (communicator, degrees_.in, sources_.get(), ignored.get(), degrees_.out, destinations_.get(),
     ignored.get() + degrees_.in);
  }
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

int own_size_of(MPI_Comm communicator) {
  int size = 0;
  if (!is_no_communicator(communicator)) {
    DPS_NEXT(Comm_size)(communicator, &size);
  }
  return size;
}

}  // namespace dps::mpi_library
