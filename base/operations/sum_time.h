/// The time of a sum of operations on a processor.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "base/operations/operation_count.h"
#include "base/operations/processor_timings.h"
#include "base/time_units.h"

namespace dps::operations {

/// The sum of each count times the mean of its operation, rounded to the nearest picosecond; the
/// largest time if it is out of range. If `loop` is at most the size of the cache, the sum is
/// divided by the speed-up: `loop` is the number of instructions of the loop, 0 if it is always in
/// the cache, nullopt if the cache has no effect. The result does not depend on the computer.
/// Errors: the names of operations whose times are unknown.
tl::expected<Picoseconds, std::vector<std::string_view>> time_of(
    std::span<const OperationCount> counts, std::optional<double> loop,
    const ProcessorTimings& timings);

}  // namespace dps::operations
