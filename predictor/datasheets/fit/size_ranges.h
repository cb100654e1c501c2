/// Divides the points of a function into ranges of sizes, each of which has an equation.
/// Source: docs/datasheets.md, "Ranges".
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "predictor/datasheets/raw/raw_folder.h"

namespace dps::datasheets {

struct FitOptions {
  double floor = 0.05;        ///< a share of the times
  std::uint64_t split = 32;   ///< elements
  bool finds_ranges = false;  ///< searches for ranges instead of using `split`
};

struct PointRange {
  std::optional<std::uint64_t> most{};  ///< elements; nullopt in the last range
  std::vector<RawPoint> points;
};

/// The points of both files of a series; a point in both files was measured once.
std::vector<RawPoint> points_once(const RawSeries& series);

/// Returns at least one range, by size. The points of the size at which two ranges meet are in
/// both, so that their equations meet, too; everywhere else such a point belongs to the range of
/// smaller sizes. Errors (kInput): more sizes than the search for ranges can take.
Result<std::vector<PointRange>> ranges_of(const RawSeries& series, const FitOptions& options);

}  // namespace dps::datasheets
