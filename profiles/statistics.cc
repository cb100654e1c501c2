#include "profiles/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <boost/math/distributions/students_t.hpp>

#include "base/check.h"

namespace dps::profiles {
namespace {

constexpr double kConfidence = 0.95;

/// Of the values' positions, in the order of the values; the first stays first among equals.
std::vector<std::size_t> sorted_positions(std::span<const double> values) {
  std::vector<std::size_t> positions(values.size());
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  std::stable_sort(positions.begin(), positions.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  return positions;
}

double half_width_of(std::span<const double> values, double mean) {
  const auto count = static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) {
    squares += (value - mean) * (value - mean);
  }
  const double deviation = std::sqrt(squares / (count - 1));
  const boost::math::students_t_distribution<double> student(count - 1);
  const double t = boost::math::quantile(student, (1 + kConfidence) / 2);
  return t * deviation / std::sqrt(count);
}

}  // namespace

Statistics statistics_of(std::span<const double> values) {
  Statistics statistics;
  statistics.count = values.size();
  if (values.empty()) {
    return statistics;
  }
  const auto positions = sorted_positions(values);
  const double low = values[positions[(values.size() - 1) / 2]];
  const double high = values[positions[values.size() / 2]];
  const auto count = static_cast<double>(values.size());
  statistics.median = low + (high - low) / 2;
  statistics.min = values[positions.front()];
  statistics.max = values[positions.back()];
  statistics.mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  if (values.size() >= 2) {
    statistics.half_width = half_width_of(values, statistics.mean);
  }
  return statistics;
}

std::optional<double> error_percent(const Statistics& statistics) {
  if (!statistics.half_width || statistics.mean == 0) {
    return std::nullopt;
  }
  return 100 * *statistics.half_width / std::abs(statistics.mean);
}

std::size_t median_index(std::span<const double> values) {
  DPS_CHECK(!values.empty());
  const auto positions = sorted_positions(values);
  const double median = values[positions[(values.size() - 1) / 2]];
  const auto first = std::find(values.begin(), values.end(), median);
  return static_cast<std::size_t>(first - values.begin());
}

}  // namespace dps::profiles
