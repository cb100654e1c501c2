#include "base/statistics/estimate.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/statistics/median_error.h"

namespace dps::statistics {
namespace {

double median(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  return median_of_sorted(values);
}

}  // namespace

Estimate estimate(std::vector<double> values) {
  DPS_CHECK(!values.empty());
  Estimate result;
  result.value = median(values);
  for (double& value : values) {
    value = std::abs(value - result.value);
  }
  const double count = static_cast<double>(values.size());
  const double error = 1.2533 * 1.4826 * median(values) / std::sqrt(count);
  result.error = result.value > 0 ? error / result.value : 0;
  return result;
}

}  // namespace dps::statistics
