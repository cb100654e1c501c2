/// Makes a result (docs/result.md) from the records of a session.
#pragma once

#include "blueprint/program.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/session_options.h"
#include "coordinator/session/session_result.h"
#include "profiles/result.h"

namespace dps::coordinator {

/// Returns the result without `blueprint`, and without "dps", "date" and "command" in
/// `environment`, which the command line adds.
profiles::RunResult make_result(const blueprint::Program& program, const Placement& placement,
                                const SessionOptions& options, const std::string& launcher,
                                const SessionResult& session);

/// The makespan in seconds: the largest start_late + real of the records that contain times. NaN if
/// there are none.
double makespan_of(const PlayedRun& run);

}  // namespace dps::coordinator
