/// The part "sweep": a curve over one axis, point by point.
/// Source: docs/protocol_studio.md, "Predictions"; docs/sweep.md.
#pragma once

#include <cstddef>

#include "commands/studio/answers.h"
#include "commands/studio/prediction_request.h"

namespace dps::commands {

/// The maximum number of points of a curve; `dps sweep` allows more.
inline constexpr std::size_t kMostCurvePoints = 1'000;

/// Sends the values of the axis, then each point when it is finished: its figures, or the reason
/// if it has none.
void answer_sweep(const StudioRequest& request, const Answers& answers);

}  // namespace dps::commands
