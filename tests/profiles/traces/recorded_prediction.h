/// Predictions on a simple machine whose events are recorded.
#pragma once

#include <string>
#include <vector>

#include "base/statistics/latencies.h"
#include "base/time_units.h"
#include "blueprint/program.h"
#include "predictor/machines/machine.h"
#include "profiles/process_sums.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

struct RecordedPrediction {
  blueprint::Program program;
  Trace trace;
  std::vector<profiles::ProcessSums<Picoseconds>> sums;  ///< the sums in the result, by process
  statistics::Latencies latencies;                       ///< the latencies in the result
  std::vector<machines::LinkLoad> loads;                 ///< the loads of the links
  bool is_over = false;                                  ///< it was not stopped
};

/// Processes are on two hosts in turn. Every cost is positive unless the machine is `free`. A
/// prediction that does not end is stopped after some hundred messages. `batch` is the batch
/// of the spool.
RecordedPrediction record_prediction(const std::string& blueprint, const Limits& limits = {},
                                     bool free = false, std::size_t batch = 1000);

/// Records a prediction on a machine without hosts, or with `hosts`, which get processes in turn.
RecordedPrediction record_on(const machines::Machine& machine, const std::string& blueprint,
                             const Limits& limits = {}, std::size_t batch = 1000);

}  // namespace dps::traces
