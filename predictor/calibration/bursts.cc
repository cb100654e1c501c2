#include "predictor/calibration/bursts.h"

#include <algorithm>
#include <cmath>

namespace dps::calibration {
namespace {

/// Range of burst sizes in bytes. A smaller burst would be less than one packet; a larger one is
/// not allowed in a machine file.
constexpr double kLeast = 1000;
constexpr double kMost = 1 << 20;
/// A burst must reduce the sum of the relative errors by ten percentage points and to 60 %.
/// Source: docs/calibrate.md, "How costs are found".
constexpr double kGain = 0.1;
constexpr double kShare = 0.6;

/// True for unpacked transfers on the path: only these show a burst.
bool is_transfer(const Observation& seen, std::size_t path) {
  return seen.path == path && seen.measure == Measure::kOneWay && seen.packing == Packing::kOff &&
         seen.seconds > 0;
}

/// The sum of the relative errors of the predicted transfer times.
double errors_of(std::span<const Observation> observations, const Costs& costs, std::size_t path) {
  double sum = 0;
  for (const Observation& seen : observations) {
    sum += is_transfer(seen, path) ? std::abs(predicted(costs, seen) / seen.seconds - 1) : 0;
  }
  return sum;
}

/// The burst with which the predicted time of this message equals the measured one.
double burst_for(const Observation& seen, const Costs& costs) {
  const double excess = predicted(costs, seen) - seen.seconds;
  return excess / costs.paths[seen.path].per_byte;
}

/// Tries the burst that each message suggests, and returns the one with the least errors; 0 if none
/// of them reduces the errors enough.
double burst_of(std::span<const Observation> observations, Costs costs, std::size_t path) {
  double& burst = costs.paths[path].burst;
  burst = 0;
  const Costs without = costs;
  const double before = errors_of(observations, without, path);
  double least = std::min(before - kGain, before * kShare);
  double best = 0;
  for (const Observation& seen : observations) {
    burst = is_transfer(seen, path) ? burst_for(seen, without) : 0;
    if (burst < kLeast || burst > kMost) {
      continue;
    }
    const double errors = errors_of(observations, costs, path);
    if (errors < least) {
      least = errors;
      best = burst;
    }
  }
  return best;
}

}  // namespace

std::vector<double> bursts_of(std::span<const Observation> observations, const Costs& costs) {
  std::vector<double> bursts(costs.paths.size(), 0);
  for (std::size_t path = 1; path < bursts.size(); ++path) {
    bursts[path] = costs.paths[path].per_byte > 0 ? burst_of(observations, costs, path) : 0;
  }
  return bursts;
}

}  // namespace dps::calibration
