#include "predictor/estimator/simulation/simulate.h"

#include "predictor/estimator/simulation/run_observed.h"

namespace dps::estimator {

Result<StreamEstimate> simulate(const Streams& streams,
                                const machines::ArchitectureDescription& machine,
                                const StopRequest& is_to_stop) {
  NoObserver observer;
  return run_observed(streams, machine, observer, is_to_stop);
}

}  // namespace dps::estimator
