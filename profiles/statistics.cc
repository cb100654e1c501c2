#include "profiles/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <boost/math/distributions/students_t.hpp>

#include "base/check.h"

namespace dps::profiles {
namespace {

/// Returns the indices of the values, sorted by value; equal values keep their order.
std::vector<std::size_t> sorted_positions(std::span<const double> values) {
  std::vector<std::size_t> positions(values.size());
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  std::stable_sort(positions.begin(), positions.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  return positions;
}

/// The mean, clamped to the range of the values: the mean of equal values is exactly their value.
double mean_of(std::span<const double> values) {
  const double mean =
      std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return values.empty() ? mean : std::clamp(mean, *least, *most);
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

/// Returns the quantile of Student's t for a two-sided interval: t(0.975) for 95 %.
double student_t(double freedom, double confidence = kConfidence) {
  const boost::math::students_t_distribution<double> student(freedom);
  return boost::math::quantile(student, (1 + confidence) / 2);
}

/// A mean with its squared standard error.
struct MeanWithError {
  explicit MeanWithError(std::span<const double> values)
      : mean(values.empty() ? 0 : mean_of(values)),
        squared_error(squared_error_of(values)),
        count(values.size()) {}

  [[nodiscard]] MeanWithError times(double factor) const {
    MeanWithError scaled = *this;
    scaled.mean *= factor;
    scaled.squared_error *= factor * factor;
    return scaled;
  }

  double mean;
  double squared_error;
  std::size_t count;
};

/// difference_half_width(), for any confidence.
std::optional<double> half_width_of(const MeanWithError& a, const MeanWithError& b,
                                    double confidence) {
  if (a.count < 2 && b.count < 2) {
    return std::nullopt;
  }
  const double both = a.squared_error + b.squared_error;
  if (!std::isfinite(both)) {
    return std::nullopt;
  }
  if (both <= 0) {
    return 0;
  }
  const auto spread = [both](const MeanWithError& side) {
    const double share = side.squared_error / both;
    return side.count < 2 ? 0 : share * share / static_cast<double>(side.count - 1);
  };
  return student_t(1 / (spread(a) + spread(b)), confidence) * std::sqrt(both);
}

/// Returns the border of a region, from a value inside it and one outside.
template <typename IsOutside>
double border_of(double inside, double outside, IsOutside is_outside) {
  constexpr int kSteps = 60;
  for (int step = 0; step < kSteps; ++step) {
    const double middle = inside + (outside - inside) / 2;
    (is_outside(middle) ? outside : inside) = middle;
  }
  return inside;
}

/// The factor from one ratio that is tried to the next.
constexpr double kRatioStep = 1.0625;

/// Returns the border of a region next to a ratio inside it, in the direction of `step`; empty if
/// the region does not end.
template <typename IsOutside>
std::optional<double> border_beyond(double ratio, double step, IsOutside is_outside) {
  constexpr double kFarthest = 1e12;
  double inside = ratio;
  while (inside < ratio * kFarthest && inside > ratio / kFarthest) {
    const double outside = inside * step;
    if (is_outside(outside)) {
      return border_of(inside, outside, is_outside);
    }
    inside = outside;
  }
  return std::nullopt;
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
  return half_width_of(MeanWithError(a), MeanWithError(b), kConfidence);
}

std::optional<Interval> ratio_interval(std::span<const double> a, std::span<const double> b,
                                       double confidence) {
  const MeanWithError of_a(a);
  const MeanWithError of_b(b);
  const bool has_ratio = of_a.mean > 0 && of_b.mean > 0;
  if (!has_ratio || !half_width_of(of_a, of_b, confidence)) {
    return std::nullopt;
  }
  const auto is_outside = [&](double ratio) {
    const MeanWithError scaled = of_a.times(ratio);
    const auto half_width = half_width_of(scaled, of_b, confidence);
    return half_width && std::abs(of_b.mean - scaled.mean) > *half_width;
  };
  const double ratio = of_b.mean / of_a.mean;
  return Interval{border_beyond(ratio, 1 / kRatioStep, is_outside).value_or(0),
                  border_beyond(ratio, kRatioStep, is_outside).value_or(HUGE_VAL)};
}

std::size_t median_index(std::span<const double> values) {
  DPS_CHECK(!values.empty());
  const auto positions = sorted_positions(values);
  const double median = values[positions[(values.size() - 1) / 2]];
  const auto first = std::find(values.begin(), values.end(), median);
  return static_cast<std::size_t>(first - values.begin());
}

}  // namespace dps::profiles
