/// Runs a simulation with an observer to its end, or to its error.
#pragma once

#include "base/result.h"
#include "predictor/estimator/simulation/simulation.h"
#include "predictor/estimator/simulation/stop_request.h"

namespace dps::estimator {

/// Simulates like simulate(), and notifies the observer, which is borrowed.
template <typename Observer>
Result<StreamEstimate> run_observed(const Streams& streams,
                                    const machines::ArchitectureDescription& machine,
                                    Observer& observer, const StopRequest& is_to_stop) {
  StreamSimulation<Observer> simulation(streams, machine, observer);
  bool was_stopped = false;
  const bool has_ended = simulation.run([&] { return was_stopped = is_to_stop && is_to_stop(); });
  if (has_ended) {
    return simulation.take_estimate();
  }
  return was_stopped ? failure(ErrorCode::kInterrupted, "the estimate was stopped")
                     : failure(ErrorCode::kLimit,
                               "the program takes longer than virtual time, "
                               "which ends after 2^63 ps (106 days)");
}

}  // namespace dps::estimator
