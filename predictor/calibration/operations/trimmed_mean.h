/// The mean of repeated measurements without those that were disturbed.
#pragma once

#include <vector>

namespace dps::calibration {

struct TrimmedMean {
  double mean = 0;
  double deviation = 0;  ///< standard deviation of the samples that were kept
};

/// Leaves out samples that are more than three median absolute deviations from the median. There is
/// at least one sample.
TrimmedMean trimmed_mean(std::vector<double> samples);

}  // namespace dps::calibration
