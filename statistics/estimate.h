/// What repeated measurements say together.
#pragma once

#include <vector>

namespace dps::statistics {

struct Estimate {
  double value = 0;  ///< the median
  double error = 0;  ///< its standard error, as a share of it
};

/// At least one. A few measurements that something else has disturbed do not move the median, and
/// its error is told by the median distance from it, which they do not move either.
/// Source: the median of n normal values has a standard error of 1.2533 s/sqrt(n), and s is 1.4826
/// times the median distance (Rousseeuw and Croux, 1993).
Estimate estimate(std::vector<double> values);

}  // namespace dps::statistics
