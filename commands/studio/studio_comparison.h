/// The parts "saved" and "compare": a result as -o has it, and its comparison with others.
/// Source: docs/protocol_studio.md, "Predictions".
#pragma once

#include "commands/studio/answers.h"
#include "commands/studio/prediction_request.h"

namespace dps::commands {

/// The name of the prediction of a request among those that it is compared with.
inline constexpr const char* kPresent = "now";

/// The level of both parts: the verdict on designs needs no finer one.
void answer_with_result(const StudioRequest& request, const Answers& answers);

}  // namespace dps::commands
