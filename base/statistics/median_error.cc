#include "base/statistics/median_error.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "base/check.h"

namespace dps::statistics {
namespace {

/// Corrected sum of squares, divided by n - 1.
double standard_deviation(std::span<const double> values) {
  const auto count = static_cast<double>(values.size());
  double mean = 0;
  for (const double value : values) {
    mean += value / count;
  }
  double squares = 0;
  for (const double value : values) {
    squares += (value - mean) * (value - mean);
  }
  return std::sqrt(squares / (count - 1));
}

}  // namespace

double median_of_sorted(std::span<const double> sorted) {
  DPS_CHECK(!sorted.empty());
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

double median_error(std::span<const double> sorted) {
  if (sorted.size() < 2) {
    return 0;
  }
  const auto count = static_cast<double>(sorted.size());
  constexpr std::size_t kFewest = 8;
  if (sorted.size() < kFewest) {
    return std::sqrt(std::numbers::pi / 2) * standard_deviation(sorted) / std::sqrt(count);
  }
  constexpr double kQuantile = 2.5758293;  // of 99.5 %
  const double position = std::floor((count + 1) / 2 - kQuantile * std::sqrt(count / 4) + 0.5);
  const auto k = static_cast<std::size_t>(std::max(1.0, position));
  return (sorted[sorted.size() - k] - sorted[k - 1]) / (2 * kQuantile);
}

}  // namespace dps::statistics
