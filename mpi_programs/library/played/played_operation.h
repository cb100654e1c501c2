/// A collective operation in virtual time on a machine with a network, as a rank calls it: the data
/// that it brings, and those that it takes when its part has ended.
#pragma once

#include <cstdint>

#include <mpi.h>

#include "mpi_programs/library/functions.h"
#include "mpi_programs/library/predicted/play_results.h"

namespace dps::mpi_library {

/// A communicator, as a member of it sees it.
struct Members {
  explicit Members(MPI_Comm comm);
  /// `root`: as in the functions of MPI.
  [[nodiscard]] bool is_root(int root) const {
    return has_two_groups ? root == MPI_ROOT : root == self;
  }
  /// Returns false for the other members of the root's group, if there are two groups.
  [[nodiscard]] static bool takes_part(int root) { return root != MPI_PROC_NULL; }
  /// True if this member brings or takes the data that members other than the root bring or take.
  [[nodiscard]] bool is_like_others(int root) const { return !has_two_groups || root >= 0; }

  int self = 0;
  int count = 0;     ///< the size of the own group
  int partners = 0;  ///< all members or, of two groups, those of the other group
  bool has_two_groups = false;
};

/// The operation as this rank calls it.
struct PlayedOperation {
  Function function;
  MPI_Comm comm;
  int root = 0;
  std::uint64_t bytes = 0;  ///< the bytes that this rank contributes: in all, or in each block
  const MemberBlocks* sizes = nullptr;  ///< the blocks, if they differ in size
  int blocks = 0;                       ///< the number of blocks
  Bringing brings{};
  MemberResult takes{};
};

/// Waits for the part of this rank, or begins it if there is a `request`. Returns as the functions
/// of MPI.
int play(const PlayedOperation& operation, MPI_Request* request);

/// MPI reports an error in the data; no message is sent.
int checked(const MemberBlocks& data, int i, MPI_Comm comm);
/// True if the members cannot have their data in place: there are two groups.
bool is_wrong_in_place(const Members& members, bool is_in_place);

/// The blocks of a whole vector.
MemberBlocks vector_of(const void* data, int count, MPI_Datatype type);
/// A block of `counts[i]` elements at `at[i]` elements, or bytes if there are `types`, for each.
MemberBlocks blocks_of(const void* data, const int counts[], const int at[], MPI_Datatype type);
MemberBlocks blocks_of(const void* data, const int counts[], const int at[],
                       const MPI_Datatype types[]);

}  // namespace dps::mpi_library
