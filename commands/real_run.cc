#include "commands/real_run.h"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "blueprint/engine/deadlock_report.h"
#include "commands/cli/brief_play.h"
#include "commands/cli/command_output.h"
#include "commands/cli/saved_result.h"
#include "coordinator/session.h"
#include "coordinator/session/results/profile_maker.h"

namespace dps::coordinator {
namespace {

/// Adds the parts of a result that only the command line knows.
void describe(profiles::RunResult& result, const CommandLine& line, const BlueprintFile& file) {
  describe_blueprint(result, file);
  const auto known = command_facts(line);
  result.environment.insert(result.environment.begin(), known.begin(), known.end());
}

/// The note for -X over a transport with one route; nullopt if the blueprint has no -X.
std::optional<std::string> ignored_routes(const CommandLine& line,
                                          const blueprint::Program& program) {
  if (line.transport == "pvm") {
    return std::nullopt;
  }
  for (const blueprint::Output& output : program.outputs) {
    if (output.route != MessageRoute::kDefault) {
      return fmt::format("-X of output '{}' has no effect: {} has one route; only pvm has two",
                         program.tag(output.definition), line.transport);
    }
  }
  return std::nullopt;
}

}  // namespace

Result<SessionOptions> session_options(const CommandLine& line, profiles::Level level) {
  SessionOptions options;
  options.level = level;
  options.spin = line.spin;
  options.bind_to_cores = line.bind_to_cores;
  options.transport = line.transport;
  options.repetition = repetition_of(line);
  options.timeout = line.timeout;
  options.max_message = line.max_message;
  options.seed = line.seed;
  options.folder = folder_of(line.file);
  options.output_descriptor = STDOUT_FILENO;
  auto libraries = libraries_of(line);
  if (!libraries) {
    return tl::unexpected(libraries.error());
  }
  options.userfuncs = *std::move(libraries);
  return options;
}

bool ignores_terrain(const blueprint::Program& program, const Placement& placement) {
  return !program.logical_hosts.empty() && placement.ignores_terrain;
}

std::optional<Failure> certain_deadlock(const CommandLine& line,
                                        const blueprint::Program& program) {
  if (line.anyway) {
    return std::nullopt;
  }
  const engine::PlayResult played = play_briefly(program);
  if (played.end != engine::PlayEnd::kDeadlock) {
    return std::nullopt;
  }
  if (!played.is_certain) {
    if (!line.quiet) {
      print_warning(
          "in one order of arrival this program ends in a deadlock; 'dps check' prints it",
          line.color);
    }
    return std::nullopt;
  }
  return Failure{ExitStatus::kDeadlock,
                 "no order of arrival avoids a deadlock of this program; nothing was started",
                 engine::deadlock_report(played.waiting),
                 "correct the blueprint, or watch the deadlock happen with --anyway"};
}

RunOutcome play_run(const CommandLine& line, const PlannedRun& run, ProgressListener& listener) {
  const blueprint::Program& program = *run.file.program;
  Session session(program, run.placement, run.options, run.launcher, listener);
  SessionResult played = session.run();
  RunOutcome outcome{
      make_result(program, played.placement, run.options, run.launcher.name(), played),
      std::move(played.failure),
      {}};
  outcome.session = std::move(played);
  profiles::RunResult& result = outcome.result;
  describe(result, line, run.file);
  if (ignores_terrain(program, run.placement)) {
    result.notes.emplace_back(kTerrainUnchecked);
  }
  if (auto note = ignored_routes(line, program)) {
    result.notes.push_back(*std::move(note));
  }
  return outcome;
}

}  // namespace dps::coordinator
