/// The members of a communicator with which this rank exchanges data.
#pragma once

#include <mpi.h>

#include "mpi_programs/library/containers/item_list.h"

namespace dps::mpi_library {

/// True for MPI_COMM_NULL, for which MPI reports every query as an error.
bool is_no_communicator(MPI_Comm communicator);

/// The numbers of neighbours of this rank in the topology of a communicator.
struct Degrees {
  int in = 0;
  int out = 0;
};
/// Returns false for MPI_COMM_NULL.
bool has_topology(MPI_Comm communicator);
/// The degrees are 0 without a topology.
Degrees degrees_of(MPI_Comm communicator);

/// The neighbours of this rank, in the order of the blocks of MPI_Neighbor_alltoall.
class Neighbours {
 public:
  explicit Neighbours(MPI_Comm communicator);

  [[nodiscard]] int in() const { return degrees_.in; }
  [[nodiscard]] int out() const { return degrees_.out; }
  /// A rank, or MPI_PROC_NULL.
  [[nodiscard]] int source(int i) { return sources_[i]; }
  [[nodiscard]] int destination(int i) { return destinations_[i]; }
  /// Tags by which messages find their blocks where two neighbours are one rank: in a grid, a
  /// message to the left arrives from the right.
  [[nodiscard]] int tag_of_receive(int i) const { return is_grid_ ? i : 0; }
  [[nodiscard]] int tag_of_send(int i) const { return is_grid_ ? i ^ 1 : 0; }

 private:
  Degrees degrees_;
  bool is_grid_ = false;
  ItemList<int> sources_;
  ItemList<int> destinations_;
};

/// The number of ranks with which a collective exchanges data; in an intercommunicator, that of the
/// other group.
int partners_of(MPI_Comm communicator);
/// The number of ranks in the own group.
int own_size_of(MPI_Comm communicator);

}  // namespace dps::mpi_library
