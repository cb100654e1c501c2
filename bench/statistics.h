/// Statistics to compare two programs.
#pragma once

#include <vector>

namespace dps::bench {

/// The median of at least one value.
double median(std::vector<double> values);

/// A ratio with its 95 % confidence interval.
struct Ratio {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// The median of `ours` divided by the median of `theirs`. The interval comes from a bootstrap of
/// 2,000 samples with a fixed seed. Medians are used since a busy machine makes a few runs much
/// longer. Source: Efron, Bootstrap methods (1979), percentile interval.
Ratio ratio_of_medians(const std::vector<double>& ours, const std::vector<double>& theirs);

}  // namespace dps::bench
