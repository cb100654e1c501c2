/// The times of operations for the `ops` components of a run: --timings FILE.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "blueprint/program.h"
#include "coordinator/placement/operation_times.h"

namespace dps::commands {

/// The processor types of a Parasol file; none if `path` is empty and the program has no `ops`.
/// Errors (kInput): the file cannot be read, or has mistakes, which the message lists with their
/// lines; the program has `ops`, and the path is empty, or no type has the times of all operations
/// of a component.
Result<std::vector<coordinator::NamedTimings>> timings_for_run(const std::string& path,
                                                               const blueprint::Program& program);

}  // namespace dps::commands
