/// Instants of a session, on the CLOCK_MONOTONIC of the machine that runs dps.
#pragma once

#include <chrono>

namespace dps::coordinator {

using TimePoint = std::chrono::steady_clock::time_point;

}  // namespace dps::coordinator
