/// The messages that nobody used in the play of `dps check`.
#pragma once

#include <string>
#include <vector>

#include "blueprint/engine/play.h"
#include "blueprint/program.h"

namespace dps::commands {

/// A note for each type of message that stayed unclaimed at the end of the play, in the words of
/// runs and predictions, with the unit that took it and the processes. A deadlock has none: its
/// report lists them.
std::vector<std::string> unclaimed_notes(const blueprint::Program& program,
                                         const engine::PlayResult& play);

}  // namespace dps::commands
