/// The times of the single operations of a processor.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/operations/operations.h"

namespace dps::operations {

struct ProcessorTimings {
  std::array<std::optional<double>, kOperationCount> means{};  ///< seconds; nullopt: unknown
  std::uint64_t cache_size = 1;                                ///< average instructions
  double cached_speedup = 1;  ///< divides the times of loops that fit into the cache

  bool operator==(const ProcessorTimings&) const = default;
};

}  // namespace dps::operations
