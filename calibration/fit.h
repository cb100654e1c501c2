/// From measured times to the costs of the native machine (docs/calibrate.md).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "calibration/costs.h"

namespace dps::calibration {

struct Fit {
  Costs costs;
  std::vector<double> predicted;  ///< by observation: what the costs make of it
};

/// Least squares of relative errors, all costs at once, none negative. Where that explains clearly
/// more, a path has a burst, and the lines of sending and taking bend at one or two of the sizes
/// that were measured.
Fit fit(std::span<const Observation> observations, std::uint32_t paths);

}  // namespace dps::calibration
