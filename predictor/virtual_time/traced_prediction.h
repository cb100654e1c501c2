/// Predictions whose events are recorded.
#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"
#include "predictor/machines/machine.h"
#include "predictor/virtual_time/prediction.h"

namespace dps::predictor {

/// Predicts like predict() with options.trace. It has a file of its own, so that the code of
/// predictions without a trace does not depend on it.
Result<Prediction> predict_traced(const blueprint::Program& program,
                                  const machines::Machine& machine,
                                  std::span<const std::uint32_t> host_of,
                                  const PredictionOptions& options);

}  // namespace dps::predictor
