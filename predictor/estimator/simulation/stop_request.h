/// Stops a simulation.
#pragma once

#include <functional>

namespace dps::estimator {

/// Asked now and then; true: the simulation stops.
using StopRequest = std::function<bool()>;

}  // namespace dps::estimator
