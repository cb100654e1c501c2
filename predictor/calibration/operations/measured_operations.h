/// The times of the operations of a processor that have been measured.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "predictor/calibration/operations/cache_cut.h"
#include "predictor/calibration/operations/kernel.h"
#include "predictor/calibration/operations/trimmed_mean.h"

namespace dps::calibration {

/// The times by the name of the operation, or of a kernel of loops.
using OperationTimes = std::map<std::string, TrimmedMean, std::less<>>;

/// The kernels that the operations need, in the order in which they are measured. Without
/// `with_stores`, operations that need the time of a store are left out.
std::vector<std::string_view> kernels_for(std::span<const std::string_view> operations,
                                          bool with_stores);

/// The times of one execution, from the times of both routines in each round.
struct RoundTimes {
  double first = 0;
  double second = 0;
};
TrimmedMean time_of_operation(const Kernel& kernel, std::span<const RoundTimes> rounds);

/// The numbers in the lines that a driver prints; empty if there are others.
std::vector<RoundTimes> read_rounds(std::string_view text);

/// The times of these operations: those of kernels, and those that follow from the loops.
/// Operations that lack a time are missing.
OperationTimes times_of_operations(const OperationTimes& kernels,
                                   std::span<const std::string_view> operations);

}  // namespace dps::calibration
