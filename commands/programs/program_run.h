/// One run of the command of an MPI program, with the logs of its ranks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time_units.h"
#include "base/units.h"
#include "commands/programs/predicted_ranks.h"
#include "mpi_programs/board/listener.h"

namespace dps::commands {

struct PlayedProgram {
  std::vector<board::AttachedRank> ranks;  ///< in the order in which they attached
  std::vector<board::AttachedRank>
      remote_ranks;  ///< ranks on other hosts; some may lack their logs
  std::string foreign_mpi;
  std::string library;   ///< its path
  int status = 0;        ///< the wait status of the command (wait(2))
  std::string launcher;  ///< the command, if it is Open MPI's mpirun; else ""
  bool guard_was_killed = false;
  std::optional<int> stopped;  ///< the signal that stopped dps
  bool timed_out = false;
  std::string lost_host;  ///< the first host that stopped answering; "": none
  Nanoseconds steal{};    ///< CPU time that the hypervisor of this host took meanwhile
  std::optional<sequencer::Obstacle> obstacle;  ///< the obstacle that ended a prediction
  std::optional<std::uint64_t> eager;           ///< RecordedProgram::eager of a prediction
};

/// Selects whether the computing of ranks between their calls is sampled: by default in a run,
/// never in a prediction.
enum class ComputingSamples { kNo, kYes };

/// The standard output of the command: that of dps, or stderr if stdout is reserved for the result.
/// Source: docs/programs.md.
enum class ProgramOutputTo { kStdout, kStderr };

struct ProgramPlay {
  std::optional<Seconds> timeout;
  PredictedRanks* predicted = nullptr;  ///< the ranks get virtual time from it; null: a run
  ComputingSamples samples = ComputingSamples::kNo;
  ProgramOutputTo output = ProgramOutputTo::kStdout;
};

/// Runs the command once. The first SIGINT, SIGTERM or SIGHUP is passed on to the command, which
/// has 10 s to end; the second one kills it. Errors: those of Listener, GuardedCommand and
/// mpi_environment.h.
Result<PlayedProgram> play_program(const std::vector<std::string>& words, const ProgramPlay& how);

}  // namespace dps::commands
