/// The messages that no process used in the play of `dps check`.
#pragma once

#include <string>
#include <vector>

#include "blueprint/engine/play.h"
#include "blueprint/program.h"

namespace dps::commands {

/// A note for each type of message that stayed unclaimed at the end of the play, with the text of
/// runs and predictions, the unit that took it and the processes. No notes for a
/// deadlock, whose report lists these messages.
std::vector<std::string> unclaimed_notes(const blueprint::Program& program,
                                         const engine::PlayResult& play);

}  // namespace dps::commands
