/// Traces of estimates. Source: docs/estimate.md, "Traces".
#pragma once

#include <string>

#include "base/result.h"
#include "predictor/estimator/simulation/stop_request.h"
#include "predictor/estimator/streams/streams.h"
#include "predictor/machines/kinds/architecture/architecture_machine.h"
#include "profiles/traces/head.h"
#include "profiles/traces/trace.h"

namespace dps::estimator {

/// The names of a trace, and its limits.
struct TraceNames {
  std::string version;  ///< the version of dps
  std::string source;
  std::string machine;
  traces::Limits limits;
};

/// Simulates the streams again and records the events of all processors: a process p[0], p[1] … for
/// each, whose functionalities are the states WORK, SEND, RECEIVE, TRANSMISSION and WAITING.
/// `reason`: the reason why the estimate is not complete, or "". Errors: those of simulate(), and
/// (kSystem) of the temporary file.
Result<traces::Trace> trace_of(const Streams& streams,
                               const machines::ArchitectureDescription& machine,
                               const TraceNames& names, const std::string& reason,
                               const StopRequest& is_to_stop);

}  // namespace dps::estimator
