/// Packs and unpacks data of any size. MPI_Pack counts packed bytes as int, so longer data are
/// packed in pieces of whole elements. The packed data are those of one call: the representation of
/// Open MPI is the native one, without a head.
#pragma once

#include <cstdint>
#include <limits>

#include <mpi.h>

namespace dps::mpi_library {

/// The most bytes of a piece.
inline constexpr std::uint64_t kMostPacked = std::numeric_limits<int>::max();

/// Data in the memory of the program.
struct ElementList {
  char* data = nullptr;  ///< read only where they are packed
  std::uint64_t count = 0;
  MPI_Datatype type = nullptr;
};

/// Packs the elements into `to`, which has room for them. Returns as MPI_Pack; MPI_ERR_COUNT: an
/// element has more than `most` bytes, and is not made by MPI_Type_contiguous.
int pack_elements(const ElementList& of, char* to, std::uint64_t most = kMostPacked);

/// Unpacks `bytes` bytes into elements, at most as many as fit there. The last one may be a part of
/// an element. Returns as MPI_Unpack or MPI_Recv; MPI_ERR_COUNT likewise.
int unpack_elements(const char* from, std::uint64_t bytes, const ElementList& into,
                    std::uint64_t most = kMostPacked);

}  // namespace dps::mpi_library
