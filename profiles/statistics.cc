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

/// Returns the indices of the values, sorted by value; equal values keep their order.
std::vector<std::size_t> sorted_positions(std::span<const double> values) {
  std::vector<std::size_t> positions(values.size());
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  std::stable_sort(positions.begin(), positions.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  return positions;
}

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Returns the squared standard error of the mean; 0 for fewer than two values.
double squared_error_of(std::span<const double> values) {
  if (values.size() < 2) {
    return 0;
  }
  const auto count = static_cast<double>(values.size());
  const double mean = mean_of(values);
  double squares = 0;
  for (const double value : values) {
    squares += (value - mean) * (value - mean);
  }
  return squares / (count - 1) / count;
}

/// Returns the quantile t(0.975) for `freedom` degrees of freedom.
double student_t(double freedom) {
  const boost::math::students_t_distribution<double> student(freedom);
  return boost::math::quantile(student, (1 + kConfidence) / 2);
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
  statistics.mean = mean_of(values);
  if (values.size() >= 2) {
    statistics.half_width = student_t(count - 1) * std::sqrt(squared_error_of(values));
  }
  return statistics;
}

std::optional<double> error_percent(const Statistics& statistics) {
  if (!statistics.half_width || statistics.mean == 0) {
    return std::nullopt;
  }
  return 100 * *statistics.half_width / std::abs(statistics.mean);
}

std::optional<double> difference_half_width(std::span<const double> a, std::span<const double> b) {
  if (a.size() < 2 && b.size() < 2) {
    return std::nullopt;
  }
  const double of_a = squared_error_of(a);
  const double of_b = squared_error_of(b);
  const double both = of_a + of_b;
  if (!std::isfinite(both)) {
    return std::nullopt;
  }
  if (both <= 0) {
    return 0;
  }
  const auto spread = [both](double squared_error, std::size_t count) {
    const double share = squared_error / both;
    return count < 2 ? 0 : share * share / static_cast<double>(count - 1);
  };
  const double freedom = 1 / (spread(of_a, a.size()) + spread(of_b, b.size()));
  return student_t(freedom) * std::sqrt(both);
}

std::size_t median_index(std::span<const double> values) {
  DPS_CHECK(!values.empty());
  const auto positions = sorted_positions(values);
  const double median = values[positions[(values.size() - 1) / 2]];
  const auto first = std::find(values.begin(), values.end(), median);
  return static_cast<std::size_t>(first - values.begin());
}

}  // namespace dps::profiles
