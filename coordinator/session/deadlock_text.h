/// A deadlock as the user is told of it, from what the stopped processes answered.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "blueprint/program.h"
#include "control/frames.h"

namespace dps::coordinator {

/// Lines as engine::deadlock_report gives them. `endings` by process; servers are left out, and so
/// is who was complete. Nobody who waited answered: one line that says so.
std::vector<std::string> deadlock_text(const blueprint::Program& program,
                                       std::span<const std::optional<control::DoneFrame>> endings);

}  // namespace dps::coordinator
