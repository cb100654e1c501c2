/// From the records of a session to a result (docs/result.md): names in place of numbers, seconds
/// in place of nanoseconds.
#pragma once

#include "blueprint/program.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/session_options.h"
#include "coordinator/session/session_result.h"
#include "profiles/result.h"

namespace dps::coordinator {

/// Everything but `blueprint` and what only the command line knows of `environment` ("dps", "date",
/// "command"): runs, hosts, notes, and what the options and the agents say of the environment.
profiles::RunResult make_result(const blueprint::Program& program, const Placement& placement,
                                const SessionOptions& options, const std::string& launcher,
                                const SessionResult& session);

/// The largest start_late + real of the records there are, in seconds.
double makespan_of(const PlayedRun& run);

}  // namespace dps::coordinator
