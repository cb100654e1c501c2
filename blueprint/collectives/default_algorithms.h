/// The algorithm of a collective operation that names none.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "blueprint/collectives/operation.h"

namespace dps::collectives {

/// An algorithm, and the sizes for which it is the default.
struct SizeLimit {
  std::uint64_t below;  ///< bytes; kAnySize: all sizes
  Algorithm algorithm;
};

inline constexpr std::uint64_t kAnySize = ~std::uint64_t{0};

/// A row of the table: the defaults of an operation for `first` to `last` members.
struct DefaultAlgorithms {
  Operation operation;
  std::uint32_t first;
  std::uint32_t last;
  std::vector<SizeLimit> sizes;  ///< ascending; the last one is kAnySize
};

/// The table, sorted by operation; the rows of an operation cover 2 to kMaxMembers members.
[[nodiscard]] std::span<const DefaultAlgorithms> default_algorithms();

/// The default for this number of members and bytes (-b). ring and rabenseifner divide the data of
/// allreduce into blocks; with fewer bytes than members, recursive_doubling replaces them.
/// Source: docs/collectives.md, "Default algorithms".
[[nodiscard]] Algorithm default_algorithm(Operation operation, std::uint32_t members,
                                          std::uint64_t bytes);

}  // namespace dps::collectives
