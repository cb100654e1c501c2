/// The parts "machine_keys" and "machine_file", which need no blueprint.
/// Source: docs/protocol_studio.md, "Predictions".
#pragma once

#include <cstddef>

#include "commands/studio/answers.h"
#include "commands/studio/prediction_request.h"

namespace dps::commands {

/// The maximum number of keys in one answer; more keys can only be changed by name.
inline constexpr std::size_t kMostSentKeys = 2'000;

/// Sends the keys of the machine, with the values of its file and those after the changes; fails
/// with the words of `dps machine show --set-machine` if a change is wrong.
void answer_machine_keys(const StudioRequest& request, const Answers& answers);

/// Sends the machine file after the changes.
void answer_machine_file(const StudioRequest& request, const Answers& answers);

}  // namespace dps::commands
