/// Estimates the time of instruction streams.
#pragma once

#include "base/result.h"
#include "predictor/estimator/simulation/estimate.h"
#include "predictor/estimator/simulation/stop_request.h"
#include "predictor/estimator/streams/streams.h"
#include "predictor/machines/kinds/architecture/architecture_machine.h"

namespace dps::estimator {

/// Errors: kInterrupted after a stop request; kLimit if an event lies beyond virtual time.
Result<StreamEstimate> simulate(const Streams& streams,
                                const machines::ArchitectureDescription& machine,
                                const StopRequest& is_to_stop = {});

}  // namespace dps::estimator
