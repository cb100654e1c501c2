/// Stops a simulation.
#pragma once

#include <functional>

namespace dps::estimator {

/// Called now and then; true stops the simulation.
using StopRequest = std::function<bool()>;

}  // namespace dps::estimator
