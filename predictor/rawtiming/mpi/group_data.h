/// The arguments of a collective call, as its process passes them.
#pragma once

#include <vector>

#include "predictor/rawtiming/mpi/operation.h"

namespace dps::rawtiming {

struct GroupData {
  MPI_Comm group = MPI_COMM_NULL;
  MPI_Datatype type = MPI_INT;
  MPI_Op sum = MPI_SUM;
  int root = 0;
  int count = 0;  ///< d
  int self = 0;
  int ranks = 1;
  bool is_root = false;
  std::byte* out = nullptr;
  std::byte* in = nullptr;
  std::vector<int> counts;         ///< the counts of the v-functions, by rank
  std::vector<int> displacements;  ///< their displacements
  std::vector<int> own_counts;  ///< alltoallv: the counts that this process receives from each rank
  std::vector<int> own_displacements;
  std::vector<int> equal_counts;  ///< d for each rank
  // The types of alltoallw: by rank, one type of d elements without gaps, the next with gaps.
  std::vector<MPI_Datatype> types;
  std::vector<int> ones;
  std::vector<int> byte_displacements;
};

/// Owns the objects to which the arguments refer: types and operations.
class GroupArguments {
 public:
  explicit GroupArguments(const OperationSetting& setting);
  GroupArguments(const GroupArguments&) = delete;
  GroupArguments& operator=(const GroupArguments&) = delete;
  ~GroupArguments();

  /// Takes the buffers of a trial.
  void take_buffers();

  GroupData data;

 private:
  void fill_counts(const OperationSetting& setting);
  void make_types(const OperationSetting& setting);
  void split_in_halves(const OperationSetting& setting);

  Pool& pool_;
  std::uint64_t out_bytes_ = 0;
  std::uint64_t in_bytes_ = 0;
  std::uint64_t room_ = 0;
  bool owns_group_ = false;
  bool owns_sum_ = false;
  MPI_Datatype plain_ = MPI_DATATYPE_NULL;
  MPI_Datatype strided_ = MPI_DATATYPE_NULL;
};

}  // namespace dps::rawtiming
