/// Uses the CPU on purpose: for a time, for an amount of CPU time, or for an amount of work.
#pragma once

#include <chrono>

#include "transport/stop_signal.h"

namespace dps::simulator {

// Each returns false if the stop signal came first.

/// Until `instant`. Late by less than one reading of the clock, unless preempted.
bool spin_until(std::chrono::steady_clock::time_point instant, const transport::StopSignal& stop);

/// Until this thread has used that much CPU time, including the readings of its clock.
bool use_cpu(std::chrono::nanoseconds time, const transport::StopSignal& stop);

/// Carries out that many multiplications of doubles, each with the result of the one before, so
/// that one takes the latency of the host's multiplier: `multiply` in a machine file.
bool multiply(double multiplications, const transport::StopSignal& stop);

}  // namespace dps::simulator
