// dps run: runs a blueprint with real processes and prints its profile.
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "coordinator/cli/blueprint_file.h"
#include "coordinator/cli/command_output.h"
#include "coordinator/cli/progress_line.h"
#include "coordinator/cli/run_target.h"
#include "coordinator/cli/saved_result.h"
#include "coordinator/commands/commands.h"
#include "coordinator/commands/real_run.h"
#include "coordinator/commands/trace_run.h"
#include "coordinator/session/limits.h"
#include "profiles/selection.h"

namespace dps::coordinator {
namespace {

/// The files of a run.
struct RunFiles {
  std::optional<OutputFile> result;
  RunTrace trace;
};

ExitStatus play(const CommandLine& line, const PlannedRun& run, RunFiles files) {
  ProgressLine progress(progress_style(line));
  RunOutcome outcome = play_run(line, run, progress);
  progress.clear();
  auto& [result, failure, session] = outcome;
  ExitStatus written = ExitStatus::kDone;
  const auto note = [&](ExitStatus next) {
    written = written == ExitStatus::kDone ? next : written;
  };
  note(files.trace.finish(outcome));
  note(files.trace.explain(result));
  note(save(files.result, result));
  if (failure) {
    print_failure(*failure, line.color);
  }
  note(files.trace.write());
  const auto status = failure ? failure->status : written;
  if (result.runs.empty()) {
    return status;
  }
  if (failure && line.format == Format::kText) {
    drop_printed_details(*failure, result.notes);
  }
  const auto unmet = failure ? std::vector<std::string>{}
                             : profiles::unmet_expectations(result, line.expectations);
  const auto text = format_result(std::move(result), line);
  return text ? print_unmet(unmet, print_output(line, *text, status), line.color)
              : print_error(text.error().message, ExitStatus::kInputWrong, line.color);
}

/// The error for an expectation that a run cannot show; "" if there is none.
std::string unsupported_expectation(const CommandLine& line) {
  for (const profiles::Expectation& expectation : line.expectations) {
    if (expectation.needs_latencies()) {
      return fmt::format(
          "--expect '{}': a run measures no latencies; 'dps predict' does, and a run "
          "takes 'makespan < TIME'",
          printable(expectation.text));
    }
  }
  return "";
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
  if (const std::string unsupported = unsupported_expectation(line); !unsupported.empty()) {
    return print_error(unsupported, ExitStatus::kInputWrong, line.color);
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
  auto options = session_options(line, recorded_level(line, *selection));
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
  auto traces = TraceOutputs::create(line.traces);
  if (!traces) {
    return print_error(traces.error().message, ExitStatus::kInputWrong, line.color);
  }
  RunTrace trace(line, *file->program, std::move(*traces));
  options->trace = trace.limits();
  return play(line, {*file, *options, *placement, *target->launcher},
              {std::move(*output), std::move(trace)});
}

}  // namespace dps::coordinator
