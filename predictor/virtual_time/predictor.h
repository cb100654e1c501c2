/// Predicts a program on a machine in virtual time: the engines of all processes in one event
/// queue.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "blueprint/program.h"
#include "predictor/machines/machine.h"
#include "predictor/virtual_time/prediction.h"

namespace dps::predictor {

/// `host_of` contains the host of every process; it is ignored if the machine has no hosts.
/// References and spans are borrowed for the call. Errors: kLimit if virtual time would exceed 2^63
/// ps; kInput if the machine lacks something (MachineSummary::lacks), or if its set-up ends after
/// the run.
Result<Prediction> predict(const blueprint::Program& program, const machines::Machine& machine,
                           std::vector<std::uint32_t> host_of, const PredictionOptions& options);

}  // namespace dps::predictor
