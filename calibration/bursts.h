/// Which paths let the first bytes of a message pass at once, and how many.
#pragma once

#include <span>
#include <vector>

#include "calibration/costs.h"

namespace dps::calibration {

/// By path, bytes; 0 where that would not explain clearly better how long messages took. `costs`
/// say how fast the paths are in the long run, and what small messages take. Within a host (the
/// first path) there is no link that could do so.
std::vector<double> bursts_of(std::span<const Observation> observations, const Costs& costs);

}  // namespace dps::calibration
