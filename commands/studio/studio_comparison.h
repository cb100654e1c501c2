/// The parts "saved" and "result_file": a result in the format of -o; "compare" and "measured": its
/// comparison with others, and with a run.
/// Source: docs/protocol_studio.md, "Predictions".
#pragma once

#include "commands/studio/answers.h"
#include "commands/studio/prediction_request.h"

namespace dps::commands {

/// The name of the prediction of a request among those that it is compared with.
inline constexpr const char* kPresent = "now";

/// The level of "saved" and "compare" is process, since the verdict on designs needs no finer one;
/// otherwise it is functionality.
void answer_with_result(const StudioRequest& request, const Answers& answers);

}  // namespace dps::commands
