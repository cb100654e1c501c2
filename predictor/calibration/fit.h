/// Fits the costs of the native machine to measured times.
/// Source: docs/calibrate.md, "How costs are found".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "predictor/calibration/costs.h"

namespace dps::calibration {

struct CostFit {
  Costs costs;
  std::vector<double> predicted;  ///< seconds according to `costs`, by observation
};

/// Least squares of the relative errors, with all costs as non-negative unknowns. A path gets a
/// burst, and the costs per byte get one or two bends at measured sizes, only if these improve the
/// fit significantly. `paths` is the number of paths in the observations.
CostFit fit(std::span<const Observation> observations, std::uint32_t paths);

}  // namespace dps::calibration
