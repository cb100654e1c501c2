/// The few statistics that a comparison of two programs needs.
#pragma once

#include <vector>

namespace dps::bench {

/// Of at least one value.
double median(std::vector<double> values);

/// A ratio with its 95 % confidence interval.
struct Ratio {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// The median of `ours` by the median of `theirs`; the interval by a bootstrap of 2,000 samples,
/// the same for the same values. Medians, since a busy machine makes a few runs much longer.
/// Source: Efron, Bootstrap methods (1979), percentile interval.
Ratio ratio_of_medians(const std::vector<double>& ours, const std::vector<double>& theirs);

}  // namespace dps::bench
