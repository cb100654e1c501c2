/// Makes a result (docs/result.md) of the records of a session.
#pragma once

#include "blueprint/program.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/session_options.h"
#include "coordinator/session/session_result.h"
#include "profiles/result.h"

namespace dps::coordinator {

/// The whole result but `blueprint`, and but "dps", "date" and "command" of `environment`, which
/// only the command line knows.
profiles::RunResult make_result(const blueprint::Program& program, const Placement& placement,
                                const SessionOptions& options, const std::string& launcher,
                                const SessionResult& session);

/// The largest start_late + real of the records there are, in seconds.
double makespan_of(const PlayedRun& run);

}  // namespace dps::coordinator
