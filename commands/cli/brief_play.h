/// The play in zero time by `dps check` and, before a run, by `dps run`.
#pragma once

#include "blueprint/engine/play.h"
#include "blueprint/program.h"

namespace dps::commands {

/// Plays the program for at most half a second, and sets PlayResult::is_certain for a deadlock.
engine::PlayResult play_briefly(const blueprint::Program& program);

}  // namespace dps::commands
