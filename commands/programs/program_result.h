/// The result of runs of an MPI program.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "commands/programs/program_run.h"
#include "coordinator/agents/failure.h"
#include "mpi_programs/analysis/matching.h"
#include "mpi_programs/analysis/recorded_program.h"
#include "profiles/result.h"

namespace dps::commands {

/// A run with its calls.
struct ReadProgram {
  mpi_profiles::RecordedProgram program;
  mpi_profiles::Matching matching;
  std::optional<coordinator::Failure> failure;
  std::vector<std::string> notes;
};

/// Reads the logs of a run. Of several MPI programs that the command started, the first counts.
/// Errors: those of board::LogReader and mpi_profiles::read_program().
Result<ReadProgram> read_run(PlayedProgram& played);

/// "mpirun -n 4 ./app".
std::string command_text(const std::vector<std::string>& words);

/// Facts for the environment of a result, as JSON.
using EnvironmentFacts = std::vector<std::pair<std::string, std::string>>;

/// A result without runs: the command, the executable and the environment, which begins with
/// `facts`. `played`: the first run.
profiles::RunResult describe_program(const std::vector<std::string>& command,
                                     EnvironmentFacts facts, const PlayedProgram& played);

/// Adds a run.
void add_run(profiles::RunResult& result, const ReadProgram& run);

/// Other work that delayed the ranks, in all runs.
struct OtherWork {
  double load_before = 0;
  Nanoseconds steal{};
  std::map<std::string, std::uint64_t> switches;  ///< by host

  void add(const PlayedProgram& played, const mpi_profiles::RecordedProgram& program);
};

/// Adds the facts to the environment, and notes of hosts that were busy or have too few cores for
/// their ranks. Source: docs/result.md, "Busy hosts".
void add_other_work(profiles::RunResult& result, const OtherWork& work);

}  // namespace dps::commands
