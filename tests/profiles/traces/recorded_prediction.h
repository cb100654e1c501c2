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
  std::vector<profiles::ProcessSums<Picoseconds>> sums;  ///< by process: those of the result
  statistics::Latencies latencies;                       ///< likewise
  std::vector<machines::LinkLoad> loads;                 ///< of the links of the network
  bool is_over = false;                                  ///< it was not stopped
};

/// Processes are on two hosts in turn. Every cost is positive unless the machine is `free`. A
/// prediction that does not end is stopped after some hundred messages. `batch`: that of the spool.
RecordedPrediction record_prediction(const std::string& blueprint, const Limits& limits = {},
                                     bool free = false, std::size_t batch = 1000);

/// The same on a machine without hosts, or with `hosts` of which processes are on each in turn.
RecordedPrediction record_on(const machines::Machine& machine, const std::string& blueprint,
                             const Limits& limits = {}, std::size_t batch = 1000);

}  // namespace dps::traces
