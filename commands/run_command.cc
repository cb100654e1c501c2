// dps run: runs a blueprint with real processes and prints its profile.
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "commands/cli/blueprint_file.h"
#include "commands/cli/command_output.h"
#include "commands/cli/expectation_reader.h"
#include "commands/cli/progress_line.h"
#include "commands/cli/run_target.h"
#include "commands/cli/saved_result.h"
#include "commands/cli/status_line.h"
#include "commands/commands.h"
#include "commands/program_command.h"
#include "commands/real_run.h"
#include "commands/trace_run.h"
#include "coordinator/session/limits.h"
#include "profiles/selection.h"

namespace dps::coordinator {
namespace {

/// The files of a run.
struct RunFiles {
  std::optional<OutputFile> result;
  RunTrace trace;
};

/// The run, and the expectations of its result; all borrowed.
struct ExpectedRun {
  PlannedRun run;
  std::span<const profiles::Expectation> expectations;
};

ExitStatus play(const CommandLine& line, const ExpectedRun& expected, RunFiles files) {
  ProgressLine progress(progress_style(line));
  RunOutcome outcome = play_run(line, expected.run, progress);
  progress.clear();
  auto& [result, failure, session] = outcome;
  ExitStatus written = ExitStatus::kDone;
  const auto note = [&](ExitStatus next) {
    written = written == ExitStatus::kDone ? next : written;
  };
  StatusLine status_line(progress_style(line));
  if (const auto missing = files.trace.finish(outcome, status_line)) {
    note(print_error(missing->reason, missing->status, line.color));
  }
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
                             : profiles::unmet_expectations(result, expected.expectations);
  const auto text = format_result(std::move(result), line);
  return text ? print_unmet(unmet, print_output(line, *text, status), line.color)
              : print_error(text.error().message, ExitStatus::kInputWrong, line.color);
}

}  // namespace

ExitStatus run_command(const CommandLine& line) {
  if (!line.program.empty()) {
    return run_program(line);
  }
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
  const auto expectations = resolved_expectations(line.expectations, *file->program);
  if (!expectations) {
    return print_error(expectations.error().message, ExitStatus::kInputWrong, line.color);
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
  auto traces = TraceOutputs::create(line.traces, line.trace_lines);
  if (!traces) {
    return print_error(traces.error().message, ExitStatus::kInputWrong, line.color);
  }
  RunTrace trace(line, *file->program, std::move(*traces));
  options->trace = trace.limits();
  return play(line, {{*file, *options, *placement, *target->launcher}, *expectations},
              {std::move(*output), std::move(trace)});
}

}  // namespace dps::coordinator
