/// The part "run_plan": what `dps run` would start, before anything is started.
/// Source: docs/protocol_studio.md, "Runs".
#pragma once

#include "commands/studio/answers.h"
#include "commands/studio/prediction_request.h"

namespace dps::commands {

/// Contacts no host and executes nothing; looks for programs in the folder of the text and in PATH.
void answer_run_plan(const StudioRequest& request, const Answers& answers);

}  // namespace dps::commands
