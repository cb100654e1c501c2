#include "commands/run/run_command.h"

#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "commands/cli/blueprint_file.h"
#include "commands/cli/command_output.h"
#include "commands/cli/run_target.h"
#include "commands/cli/saved_result.h"
#include "commands/run/program_command.h"
#include "commands/run/real_run.h"
#include "commands/run/run_options.h"
#include "commands/run/trace_run.h"
#include "commands/terminal/progress_line.h"
#include "commands/terminal/status_line.h"
#include "coordinator/session/limits.h"
#include "profiles/selection.h"

namespace dps::commands {
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

ExitStatus play(const RunOptions& given, const ExpectedRun& expected, RunFiles files) {
  ProgressLine progress(progress_style(given.progress, given.common.quiet), given.common.quiet);
  RunOutcome outcome = play_run(given.common, given.hosts, expected.run, progress);
  progress.clear();
  auto& [result, failure, session] = outcome;
  ExitStatus written = ExitStatus::kDone;
  const auto note = [&](ExitStatus next) { written = first_failure(written, next); };
  StatusLine status_line(progress_style(given.progress, given.common.quiet));
  if (const auto missing = files.trace.finish(outcome, status_line)) {
    note(print_error(missing->reason, missing->status, given.common.color));
  }
  note(files.trace.explain(result));
  note(save(given.common, files.result, result));
  if (failure) {
    print_failure(*failure, given.common.color);
  }
  note(files.trace.write());
  const auto status = failure ? failure->status : written;
  if (result.runs.empty()) {
    return status;
  }
  if (failure && given.output.format == Format::kText) {
    drop_printed_details(*failure, result.notes);
  }
  const auto unmet = failure ? std::vector<std::string>{}
                             : profiles::unmet_expectations(result, expected.expectations);
  const auto text = format_result(std::move(result), given.profile, given.common, given.output);
  return text ? print_unmet(unmet, print_output(given.common, given.output, *text, status),
                            given.common.color)
              : print_error(text.error().message, ExitStatus::kInputWrong, given.common.color);
}

ExitStatus run_or_play(const RunOptions& given) {
  if (!given.program.empty()) {
    return run_program(given);
  }
  const auto file = open_blueprint(given.blueprint, coordinator::kMostProcesses);
  if (!file) {
    return print_error(file.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  print_diagnostics(given.common, file->source, file->diagnostics);
  if (!file->program) {
    return ExitStatus::kInputWrong;
  }
  const auto expectations = resolved_names(given.profile, *file->program);
  if (!expectations) {
    return print_error(expectations.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  auto target = open_run_target(given.hosts, given.common);
  if (!target) {
    return target.error();
  }
  auto placement = initial_placement(target->choice, *file->program);
  if (!placement) {
    return print_error(placement.error().report, ExitStatus::kNoAssignment, given.common.color);
  }
  const auto selection = selection_of(given.profile, profiles::known_tags(*file->program));
  if (!selection) {
    return print_error(selection.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  auto options =
      session_options({given.blueprint, given.hosts, given.execution, given.repetition},
                      recorded_level(given.profile, given.output, *selection), *file->program);
  if (!options) {
    return print_error(options.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  if (const auto refused = certain_deadlock(*file->program, given.execution, given.common)) {
    print_failure(*refused, given.common.color);
    return refused->status;
  }
  auto output = create_output(given.common, given.output, result_kind());
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  if (ignores_terrain(*file->program, *placement) && !given.common.quiet) {
    fmt::print(stderr, "dps: note: {}\n", coordinator::kTerrainUnchecked);
  }
  auto traces =
      TraceOutputs::create(given.trace.files, given.trace.states.lines, given.common.replaced);
  if (!traces) {
    return print_error(traces.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  RunTrace trace({given.common, given.blueprint, given.profile, given.trace, given.progress},
                 *file->program, std::move(*traces));
  options->trace = trace.limits();
  return play(given, {{*file, *options, *placement, *target->launcher}, *expectations},
              {std::move(*output), std::move(trace)});
}

}  // namespace

Command run_command() {
  return {"run",
          CommandGroup::kPrograms,
          "Run a blueprint, or an MPI program, and print its profile",
          prepare<RunOptions, run_or_play>,
          {{"dps plan.txt --set jobs=5000", "run may be left out"},
           {"dps run plan.txt --hosts 'node[1-4]' -o run.json", "on four hosts; keep the result"},
           {"dps run plan.txt --level unit --only Master", "units of the Master processes"},
           {"dps run -o app.json -- mpirun -n 4 ./app", "an MPI program"}},
          {"start", "exec", "execute", "launch", "play"},
          "",
          "dps run [OPTION]... -- COMMAND [ARGUMENT]..."};
}

}  // namespace dps::commands
