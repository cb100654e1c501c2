#include "predictor/calibration/operations/trimmed_mean.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/statistics/median_error.h"

namespace dps::calibration {
namespace {

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return statistics::median_of_sorted(values);
}

}  // namespace

TrimmedMean trimmed_mean(std::vector<double> samples) {
  constexpr double kMostDeviations = 3;
  DPS_CHECK(!samples.empty());
  const double middle = median(samples);
  std::vector<double> distances;
  distances.reserve(samples.size());
  for (const double sample : samples) {
    distances.push_back(std::abs(sample - middle));
  }
  const double most = kMostDeviations * median(distances);
  std::erase_if(samples, [&](double sample) { return std::abs(sample - middle) > most; });
  const auto count = static_cast<double>(samples.size());
  TrimmedMean result;
  for (const double sample : samples) {
    result.mean += sample / count;
  }
  double squares = 0;
  for (const double sample : samples) {
    squares += (sample - result.mean) * (sample - result.mean);
  }
  result.deviation = samples.size() < 2 ? 0 : std::sqrt(squares / (count - 1));
  return result;
}

}  // namespace dps::calibration
