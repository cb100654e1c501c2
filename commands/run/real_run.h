/// A run with real processes, from the options to its result.
#pragma once

#include <optional>

#include "base/result.h"
#include "commands/cli/blueprint_file.h"
#include "commands/groups/execution_options.h"
#include "commands/groups/host_options.h"
#include "commands/groups/repetition_options.h"
#include "commands/options/common_options.h"
#include "coordinator/launch/launcher.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/progress/progress.h"
#include "coordinator/session/session_options.h"
#include "coordinator/session/session_result.h"
#include "profiles/result.h"

namespace dps::commands {

/// The options that describe a session. All are borrowed.
struct SessionChoice {
  const BlueprintOptions& blueprint;
  const HostOptions& hosts;
  const ExecutionOptions& execution;
  const RepetitionOptions& repetition;
};

/// Makes the options of a session. Errors (kInput): a library of --userfuncs or the file of
/// --timings cannot be opened, or the program counts operations whose times are not given.
Result<coordinator::SessionOptions> session_options(const SessionChoice& given,
                                                    profiles::Level level,
                                                    const blueprint::Program& program);

/// Returns true if the blueprint has T lines that the run ignores.
bool ignores_terrain(const blueprint::Program& program, const coordinator::Placement& placement);

/// Plays the program in zero time. Returns the refusal of a run that is certain to end in a
/// deadlock; warns if it ends in one in some order of arrival. With --anyway does neither.
std::optional<coordinator::Failure> certain_deadlock(const blueprint::Program& program,
                                                     const ExecutionOptions& execution,
                                                     const CommonOptions& common);

/// A checked run. Everything is borrowed.
struct PlannedRun {
  const BlueprintFile& file;
  const coordinator::SessionOptions& options;
  const coordinator::Placement& placement;
  coordinator::Launcher& launcher;
};

/// The result of a run, and the reason if it did not complete.
struct RunOutcome {
  profiles::RunResult result;  ///< contains no runs if none began
  std::optional<coordinator::Failure> failure;
  coordinator::SessionResult session;  ///< without the failure; the events, if the run is traced
};

/// Runs the program as often as the options require.
RunOutcome play_run(const CommonOptions& common, const HostOptions& hosts, const PlannedRun& run,
                    coordinator::ProgressListener& listener);

}  // namespace dps::commands
