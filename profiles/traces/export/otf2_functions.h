/// The names of OTF2 for the functions of MPI, and the bytes of its collective records.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <otf2/otf2.h>

namespace dps::traces {

/// Returns "MPI_Bcast" for "MPI_Bcast@life.cc:42", "MPI_Bcast@comm3" or "MPI_Bcast".
std::string_view function_in(std::string_view tag);

/// The collective operation of a function, blocking or not; none: OTF2 has no name for it.
std::optional<OTF2_CollectiveOp> otf2_operation_of(std::string_view function);

/// The operation of an O line with -collective, such as "allreduce"; none: OTF2 has no name for it.
std::optional<OTF2_CollectiveOp> otf2_operation_of_line(std::string_view operation);

OTF2_RegionRole otf2_role_of(std::string_view function);

/// True if one process has a special part in the operation.
bool has_root(OTF2_CollectiveOp operation);

/// The bytes that a process sends and receives in an operation. Only the size of its own block is
/// known, so the blocks of other processes do not count.
struct CollectiveBytes {
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
};
CollectiveBytes bytes_in(OTF2_CollectiveOp operation, bool is_root, std::uint64_t block);
/// The bytes if all members have blocks of this size: all blocks count.
CollectiveBytes bytes_in_all(OTF2_CollectiveOp operation, bool is_root, std::uint64_t block,
                             std::uint64_t members);

}  // namespace dps::traces
