#include "commands/run/real_run.h"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "blueprint/engine/deadlock_report.h"
#include "commands/cli/brief_play.h"
#include "commands/cli/saved_result.h"
#include "commands/run/native_refusal.h"
#include "commands/run/operation_timings.h"
#include "coordinator/session.h"
#include "coordinator/session/results/profile_maker.h"

namespace dps::commands {
namespace {

/// Adds the blueprint and the command line (`words`) to a result.
void describe(profiles::RunResult& result, const std::vector<std::string>& words,
              const BlueprintFile& file) {
  describe_blueprint(result, file);
  const auto known = command_facts(words);
  result.environment.insert(result.environment.begin(), known.begin(), known.end());
}

/// The note for -X over a transport with one route; nullopt if the blueprint has no -X.
std::optional<std::string> ignored_routes(const std::string& transport,
                                          const blueprint::Program& program) {
  if (transport == "pvm") {
    return std::nullopt;
  }
  for (const blueprint::Output& output : program.outputs) {
    if (output.route != MessageRoute::kDefault) {
      return fmt::format("-X of output '{}' has no effect: {} has one route; only pvm has two",
                         program.tag(output.definition), transport);
    }
  }
  return std::nullopt;
}

}  // namespace

Result<coordinator::SessionOptions> session_options(const SessionChoice& given,
                                                    profiles::Level level,
                                                    const blueprint::Program& program) {
  if (std::string refused = native_refusal(program, given.hosts.transport); !refused.empty()) {
    return failure(ErrorCode::kInput, std::move(refused));
  }
  coordinator::SessionOptions options;
  options.level = level;
  options.spin = given.hosts.polls();
  options.bind_to_cores = given.hosts.bind_to_cores;
  options.transport = given.hosts.transport;
  options.repetition = repetition_of(given.repetition);
  options.timeout = given.execution.timeout;
  options.end = given.execution.end;
  options.max_message = given.execution.max_message;
  options.seed = given.blueprint.seed;
  options.folder = folder_of(given.blueprint.file);
  options.output_descriptor = STDOUT_FILENO;
  auto libraries = libraries_of(given.execution.userfuncs);
  if (!libraries) {
    return tl::unexpected(libraries.error());
  }
  options.userfuncs = *std::move(libraries);
  auto timings = timings_for_run(given.execution.timings, program);
  if (!timings) {
    return tl::unexpected(timings.error());
  }
  options.timings = *std::move(timings);
  return options;
}

bool ignores_terrain(const blueprint::Program& program, const coordinator::Placement& placement) {
  return !program.logical_hosts.empty() && placement.ignores_terrain;
}

std::optional<coordinator::Failure> certain_deadlock(const blueprint::Program& program,
                                                     const ExecutionOptions& execution,
                                                     const CommonOptions& common) {
  if (execution.anyway) {
    return std::nullopt;
  }
  const engine::PlayResult played = play_briefly(program);
  if (played.end != engine::PlayEnd::kDeadlock) {
    return std::nullopt;
  }
  if (!played.is_certain) {
    print_warning(common,
                  "in one order of arrival this program ends in a deadlock; 'dps check' prints it");
    return std::nullopt;
  }
  return coordinator::Failure{
      ExitStatus::kDeadlock,
      "no order of arrival avoids a deadlock of this program; nothing was started",
      engine::deadlock_report(played.waiting),
      "correct the blueprint, or watch the deadlock happen with --anyway"};
}

RunOutcome play_run(const CommonOptions& common, const HostOptions& hosts, const PlannedRun& run,
                    coordinator::ProgressListener& listener) {
  const blueprint::Program& program = *run.file.program;
  coordinator::Session session(program, run.placement, run.options, run.launcher, listener);
  coordinator::SessionResult played = session.run();
  RunOutcome outcome{
      coordinator::make_result(program, played.placement, run.options, run.launcher.name(), played),
      std::move(played.failure),
      {}};
  outcome.session = std::move(played);
  profiles::RunResult& result = outcome.result;
  describe(result, common.words, run.file);
  if (ignores_terrain(program, run.placement)) {
    result.notes.emplace_back(coordinator::kTerrainUnchecked);
  }
  if (auto note = ignored_routes(hosts.transport, program)) {
    result.notes.push_back(*std::move(note));
  }
  return outcome;
}

}  // namespace dps::commands
