/// A run with real processes, from the command line to its result.
#pragma once

#include <optional>

#include "base/result.h"
#include "commands/cli/blueprint_file.h"
#include "commands/cli/command_line.h"
#include "coordinator/launch/launcher.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/progress/progress.h"
#include "coordinator/session/session_options.h"
#include "coordinator/session/session_result.h"
#include "profiles/result.h"

namespace dps::coordinator {

/// The options of a session that the command line has. Errors (kInput): a library of --userfuncs
/// cannot be opened.
Result<SessionOptions> session_options(const CommandLine& line, profiles::Level level);

/// True if the blueprint has T lines that the run ignores.
bool ignores_terrain(const blueprint::Program& program, const Placement& placement);

/// Plays the program in zero time: a run that is certain to end in a deadlock is refused, unless
/// --anyway is given.
std::optional<Failure> certain_deadlock(const CommandLine& line, const blueprint::Program& program);

/// A checked run. Everything is borrowed.
struct PlannedRun {
  const BlueprintFile& file;
  const SessionOptions& options;
  const Placement& placement;
  Launcher& launcher;
};

/// The result of a run, and the reason if it did not complete.
struct RunOutcome {
  profiles::RunResult result;  ///< without runs if none began
  std::optional<Failure> failure;
  SessionResult session;  ///< without the failure; the events, if the run is traced
};

/// Runs the program as often as the options require.
RunOutcome play_run(const CommandLine& line, const PlannedRun& run, ProgressListener& listener);

}  // namespace dps::coordinator
