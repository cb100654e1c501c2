/// The report of a deadlock, from the answers of the stopped processes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "blueprint/program.h"
#include "transport/control/frames.h"

namespace dps::coordinator {

/// The lines of engine::deadlock_report() for the processes that were waiting, except servers; if
/// none of them has answered, a line that reports this. `endings` is indexed by process.
std::vector<std::string> deadlock_text(const blueprint::Program& program,
                                       std::span<const std::optional<control::DoneFrame>> endings);

}  // namespace dps::coordinator
