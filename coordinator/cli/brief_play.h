/// The play in zero time of `dps check` and, before a run, of `dps run`.
#pragma once

#include "blueprint/program.h"
#include "engine/play.h"

namespace dps::coordinator {

/// Plays the program for at most half a second, and judges a deadlock: PlayResult::is_certain.
engine::PlayResult play_briefly(const blueprint::Program& program);

}  // namespace dps::coordinator
