/// A number of operations of one kind, a term of the sum of an `ops` line.
#pragma once

#include <cstdint>

namespace dps::operations {

struct OperationCount {
  std::uint32_t operation = 0;  ///< its place in all_operations()
  double count = 0;             ///< above 0

  bool operator==(const OperationCount&) const = default;
};

}  // namespace dps::operations
