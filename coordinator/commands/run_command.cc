// dps run: runs a blueprint with real processes and prints its profile.
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/version.h"
#include "coordinator/cli/blueprint_file.h"
#include "coordinator/cli/brief_play.h"
#include "coordinator/cli/command_output.h"
#include "coordinator/cli/progress_line.h"
#include "coordinator/cli/run_target.h"
#include "coordinator/cli/saved_result.h"
#include "coordinator/commands/commands.h"
#include "coordinator/session/limits.h"
#include "coordinator/session/profile_maker.h"
#include "coordinator/session/session.h"
#include "engine/deadlock_report.h"
#include "profiles/result_json.h"
#include "profiles/selection.h"

namespace dps::coordinator {
namespace {

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

/// Adds the parts of a result that only the command line knows.
void describe(profiles::RunResult& result, const CommandLine& line, const BlueprintFile& file) {
  describe_blueprint(result, file);
  std::vector<std::string> command{"dps"};
  command.insert(command.end(), line.words.begin(), line.words.end());
  const std::string date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  const std::vector<std::pair<std::string, std::string>> known{
      {"dps", profiles::json_form(std::string_view(dps_version()))},
      {"date", profiles::json_form(std::string_view(date))},
      {"command", profiles::json_form(std::span<const std::string>(command))}};
  result.environment.insert(result.environment.begin(), known.begin(), known.end());
}

/// True if the blueprint has T lines that the run ignores.
bool ignores_terrain(const blueprint::Program& program, const Placement& placement) {
  return !program.logical_hosts.empty() && placement.ignores_terrain;
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

/// A checked run. Everything is borrowed.
struct PlannedRun {
  const BlueprintFile& file;
  const SessionOptions& options;
  const Placement& placement;
  Launcher& launcher;
};

ExitStatus play(const CommandLine& line, const PlannedRun& run, std::optional<OutputFile> output) {
  const blueprint::Program& program = *run.file.program;
  ProgressLine progress(draws_progress(line.quiet));
  Session session(program, run.placement, run.options, run.launcher, progress);
  const SessionResult played = session.run();
  progress.clear();

  profiles::RunResult result =
      make_result(program, played.placement, run.options, run.launcher.name(), played);
  describe(result, line, run.file);
  if (ignores_terrain(program, run.placement)) {
    result.notes.emplace_back(kTerrainUnchecked);
  }
  if (auto note = ignored_routes(line, program)) {
    result.notes.push_back(*std::move(note));
  }
  const ExitStatus saved = save(output, result);
  if (played.failure) {
    print_failure(*played.failure, line.color);
  }
  const auto status = played.failure ? played.failure->status : saved;
  if (result.runs.empty()) {
    return status;
  }
  if (played.failure && line.format == Format::kText) {
    drop_printed_details(*played.failure, result.notes);
  }
  const auto text = format_result(std::move(result), line);
  return text ? print_output(line, *text, status)
              : print_error(text.error().message, ExitStatus::kInputWrong, line.color);
}

/// Plays the program in zero time: a run that is certain to end in a deadlock is refused.
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

}  // namespace

ExitStatus run_command(const CommandLine& line) {
  const auto file = open_blueprint(line, kMostProcesses);
  if (!file) {
    return print_error(file.error().message, ExitStatus::kInputWrong, line.color);
  }
  if (!file->program || !line.quiet) {
    print_diagnostics(line, file->source, file->diagnostics);
  }
  if (!file->program) {
    return ExitStatus::kInputWrong;
  }
  auto target = open_run_target(line);
  if (!target) {
    return target.error();
  }
  auto placement = initial_placement(target->choice, *file->program);
  if (!placement) {
    return print_error(placement.error().report, ExitStatus::kNoAssignment, line.color);
  }
  const auto selection = selection_of(line, profiles::known_tags(*file->program));
  if (!selection) {
    return print_error(selection.error().message, ExitStatus::kInputWrong, line.color);
  }
  const auto options = session_options(line, recorded_level(line, *selection));
  if (!options) {
    return print_error(options.error().message, ExitStatus::kInputWrong, line.color);
  }
  if (const auto refused = certain_deadlock(line, *file->program)) {
    print_failure(*refused, line.color);
    return refused->status;
  }
  auto output = create_output(line);
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, line.color);
  }
  if (ignores_terrain(*file->program, *placement) && !line.quiet) {
    fmt::print(stderr, "dps: note: {}\n", kTerrainUnchecked);
  }
  return play(line, {*file, *options, *placement, *target->launcher}, std::move(*output));
}

}  // namespace dps::coordinator
