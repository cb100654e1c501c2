/// What several measurements of one thing say together.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace dps::profiles {

struct Statistics {
  std::size_t count = 0;
  double median = 0;  ///< of an even number: the mean of the two in the middle
  double min = 0;
  double max = 0;
  double mean = 0;
  /// Half the width of the 95 % confidence interval of the mean: mean ± half_width. Nothing below
  /// two values.
  /// Source: Student's t with count-1 degrees of freedom, t(0.975) * s / sqrt(count).
  std::optional<double> half_width;
};

Statistics statistics_of(std::span<const double> values);

/// The interval in percent of the mean: what --until-error asks for. Nothing below two values and
/// for a mean of 0.
std::optional<double> error_percent(const Statistics& statistics);

/// Half the width of the 95 % confidence interval of the difference of two means. A side with one
/// value counts as exact; nothing if both have one.
/// Source: Welch's t with the degrees of freedom of Welch and Satterthwaite.
std::optional<double> difference_half_width(std::span<const double> a, std::span<const double> b);

/// Position of the median; of an even number the lower of the two in the middle; the first among
/// equals. `values` is not empty.
std::size_t median_index(std::span<const double> values);

}  // namespace dps::profiles
