/// Instants of a session, on the CLOCK_MONOTONIC of the machine that runs dps.
#pragma once

#include <chrono>
#include <cstdint>

namespace dps::coordinator {

using TimePoint = std::chrono::steady_clock::time_point;

/// The instant as frames carry it.
inline std::int64_t nanoseconds_of(TimePoint instant) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(instant.time_since_epoch()).count();
}

}  // namespace dps::coordinator
