#include "calibration/bursts.h"

#include <algorithm>
#include <cmath>

namespace dps::calibration {
namespace {

/// Less is not one packet; a machine file takes no more.
constexpr double kLeast = 1000;
constexpr double kMost = 1 << 20;
/// What the sum of relative errors is to be less by, and at least to how much of it.
constexpr double kGain = 0.1;
constexpr double kShare = 0.6;

bool tells(const Observation& seen, std::size_t path) {
  return seen.path == path && seen.measure == Measure::kOneWay && seen.packing == Packing::kOff &&
         seen.seconds > 0;
}

double miss_of(std::span<const Observation> observations, const Costs& costs, std::size_t path) {
  double sum = 0;
  for (const Observation& seen : observations) {
    sum += tells(seen, path) ? std::abs(predicted(costs, seen) / seen.seconds - 1) : 0;
  }
  return sum;
}

/// With it this message would have taken the time that it took.
double burst_for(const Observation& seen, const Costs& costs) {
  const double excess = predicted(costs, seen) - seen.seconds;
  return excess / costs.paths[seen.path].per_byte;
}

double burst_of(std::span<const Observation> observations, Costs costs, std::size_t path) {
  double& burst = costs.paths[path].burst;
  burst = 0;
  const Costs without = costs;
  const double before = miss_of(observations, without, path);
  double least = std::min(before - kGain, before * kShare);
  double best = 0;
  for (const Observation& seen : observations) {
    burst = tells(seen, path) ? burst_for(seen, without) : 0;
    if (burst < kLeast || burst > kMost) {
      continue;
    }
    const double miss = miss_of(observations, costs, path);
    if (miss < least) {
      least = miss;
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
