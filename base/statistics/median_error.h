/// The standard error of a median.
#pragma once

#include <span>
#include <vector>

namespace dps::statistics {

/// The mean of the two values in the middle, if their number is even. There must be at least one
/// value, and they must be sorted.
double median_of_sorted(std::span<const double> sorted);

/// 0 for fewer than 2 values.
/// Source: from 8 values, half the distance of the order statistics that enclose the median with a
/// probability of 99 %, in quantiles of the normal distribution: McKean and Schrader, A comparison
/// of methods for studentizing the sample median, 1984. Below, sqrt(pi/2) s/sqrt(n) with the
/// standard deviation s.
double median_error(std::span<const double> sorted);

}  // namespace dps::statistics
