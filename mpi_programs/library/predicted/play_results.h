/// The data that a member of a collective operation brings to it, and those that it takes.
#pragma once

#include <cstdint>
#include <limits>

#include <mpi.h>

#include "mpi_programs/board/request.h"
#include "mpi_programs/library/functions.h"

namespace dps::mpi_library {

/// A block of data for each member: `count` elements each, or `counts[i]`; one after another, or at
/// `at[i]` elements, or bytes if there are `types`.
struct MemberBlocks {
  void* data = nullptr;  ///< read only where a member brings it
  int count = 0;
  MPI_Datatype type = nullptr;
  const int* counts = nullptr;
  const int* at = nullptr;
  const MPI_Datatype* types = nullptr;

  [[nodiscard]] int count_of(int i) const { return counts != nullptr ? counts[i] : count; }
  [[nodiscard]] MPI_Datatype type_of(int i) const { return types != nullptr ? types[i] : type; }
  [[nodiscard]] std::uint64_t bytes(int i) const;
  [[nodiscard]] char* address(int i) const;
};

/// The data that a member takes when its part has ended.
struct MemberResult {
  enum class Kind : std::uint8_t {
    kNothing,
    kBlocks,     ///< the block of each of the members `first` to `last`, into that of `into`
    kReduction,  ///< the combination of theirs, into the first block of `into`
  };
  Kind kind = Kind::kNothing;
  MemberBlocks into;
  int first = 0;
  int last = 0;    ///< not included
  int slice = -1;  ///< the member whose block is taken of each contribution; -1: all of it
  std::uint64_t skipped = 0;  ///< bytes skipped in each contribution; at most `most` bytes follow
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  bool leaves_own = false;      ///< the own block is in its place
  bool is_first_block = false;  ///< the block of one member, which goes into the first of `into`
  MPI_Op op = nullptr;
  MPI_Comm comm = nullptr;
  int self = 0;
};

/// Packs `blocks` for `members`, or without `is_sliced` the block `only` alone, into the arena,
/// where so many readers take it; enters its place into the request. Returns as MPI_Pack.
struct Bringing {
  MemberBlocks blocks;
  int members = 0;
  bool is_sliced = false;
  int only = 0;
  int readers = 0;
};
int bring(const Bringing& data, board::BoardRequest& request);

/// Takes the data that members have brought (by member), and frees them.
int take_results(const MemberResult& result, const board::Completion* brought, int members);

}  // namespace dps::mpi_library
