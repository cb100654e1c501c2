/// Keeps the CPU busy for a time, for an amount of CPU time, or for an amount of work.
#pragma once

#include <chrono>

#include "transport/stop_signal.h"

namespace dps::simulator {

// Each function returns false if the stop signal came before its end.

/// Returns at `instant`, late by less than one reading of the clock unless it is preempted.
bool spin_until(std::chrono::steady_clock::time_point instant, const transport::StopSignal& stop);

/// Returns when this thread has used this amount of CPU time, including the readings of its clock.
bool use_cpu(std::chrono::nanoseconds time, const transport::StopSignal& stop);

/// Performs this number of multiplications of doubles. Each one depends on the result of the
/// previous one, so that it takes the latency of the multiplier: `multiply` in a machine file.
bool multiply(double multiplications, const transport::StopSignal& stop);

}  // namespace dps::simulator
