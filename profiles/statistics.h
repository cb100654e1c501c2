/// Mean, median and confidence intervals of repeated measurements.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace dps::profiles {

/// The confidence of the intervals in profiles and comparisons.
inline constexpr double kConfidence = 0.95;

struct Statistics {
  std::size_t count = 0;
  double median = 0;  ///< the mean of the two middle values if `count` is even
  double min = 0;
  double max = 0;
  double mean = 0;
  /// Half-width of the 95 % confidence interval of the mean: mean ± half_width. Empty for fewer
  /// than two values.
  /// Source: Student's t with count-1 degrees of freedom, t(0.975) * s / sqrt(count).
  std::optional<double> half_width;
};

Statistics statistics_of(std::span<const double> values);

/// Returns the half-width in percent of the mean, the quantity that --until-error limits. Empty for
/// fewer than two values and for a mean of 0.
std::optional<double> error_percent(const Statistics& statistics);

/// Returns the half-width of the 95 % confidence interval of the difference of two means. A side
/// with fewer than two values counts as exact. Empty if that holds for both sides, or if the
/// variances overflow.
/// Source: Welch's t with the degrees of freedom of Welch and Satterthwaite.
std::optional<double> difference_half_width(std::span<const double> a, std::span<const double> b);

struct Interval {
  double low = 0;
  double high = 0;
};

/// Returns the confidence interval of mean(b) / mean(a), of means that are positive: the ratios r
/// next to it for which Welch's test finds no significant difference between mean(b) and r times
/// mean(a). `low` is 0 if no ratio is too small, `high` infinite if none is too large. Empty if
/// difference_half_width() is, or if a mean is not positive. Source: Fieller's theorem, with the
/// degrees of freedom of Welch and Satterthwaite at each ratio. These differ, so that farther
/// ratios can be without a significant difference again; the interval ends before the first with
/// one.
std::optional<Interval> ratio_interval(std::span<const double> a, std::span<const double> b,
                                       double confidence);

/// Returns the index of the median: of the lower middle value if the number of values is even, of
/// the first one among equal values. `values` must not be empty.
std::size_t median_index(std::span<const double> values);

}  // namespace dps::profiles
