/// Finds paths that transmit the first bytes of a message at once (a burst), faster than their
/// sustained bandwidth.
#pragma once

#include <span>
#include <vector>

#include "predictor/calibration/costs.h"

namespace dps::calibration {

/// Returns the burst size per path in bytes; 0 where a burst does not significantly improve the
/// fit, and for path 0, which is within a host. `costs` contains the sustained bandwidths and the
/// costs of small messages.
std::vector<double> bursts_of(std::span<const Observation> observations, const Costs& costs);

}  // namespace dps::calibration
