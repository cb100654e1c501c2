/// Robust estimates from repeated measurements.
#pragma once

#include <vector>

namespace dps::statistics {

struct Estimate {
  double value = 0;  ///< the median
  double error = 0;  ///< standard error of the median, as a share of `value`
};

/// There must be at least one value. The median and its error, which is computed from the median
/// absolute deviation, are insensitive to a few disturbed measurements.
/// Source: the median of n normally distributed values has a standard error of 1.2533 s/sqrt(n),
/// where s is 1.4826 times the median absolute deviation (Rousseeuw and Croux, 1993).
Estimate estimate(std::vector<double> values);

}  // namespace dps::statistics
