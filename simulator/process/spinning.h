/// Using the CPU on purpose: for a time, for an amount of CPU time, for an amount of work.
#pragma once

#include <chrono>

#include "transport/stop_signal.h"

namespace dps::simulator {

// Each returns true when it is done, false when the stop signal came first.

/// Until `instant`; late by less than one reading of the clock when not preempted.
bool spin_until(std::chrono::steady_clock::time_point instant, const transport::StopSignal& stop);

/// Until this thread has used that much CPU time, its own asking for the time included.
bool use_cpu(std::chrono::nanoseconds time, const transport::StopSignal& stop);

/// Carries out that many multiplications of doubles, one after the other, each waiting for the
/// result of the one before: what one of them takes is the latency of the host's multiplier, the
/// figure that a machine file calls `multiply`.
bool multiply(double multiplications, const transport::StopSignal& stop);

}  // namespace dps::simulator
