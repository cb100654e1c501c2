/// The report of a deadlock, from what the stopped processes answered.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "blueprint/program.h"
#include "control/frames.h"

namespace dps::coordinator {

/// The lines of engine::deadlock_report for the processes that were waiting, servers left out.
/// `endings` by process. If no such process answered: a line that reports this.
std::vector<std::string> deadlock_text(const blueprint::Program& program,
                                       std::span<const std::optional<control::DoneFrame>> endings);

}  // namespace dps::coordinator
