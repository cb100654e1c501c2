// dps predict: predicts a run of a blueprint on a machine, in virtual time, and prints its profile.
#include <utility>

#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "blueprint/reader.h"
#include "coordinator/cli/blueprint_file.h"
#include "coordinator/cli/command_output.h"
#include "coordinator/cli/expectation_reader.h"
#include "coordinator/cli/run_target.h"
#include "coordinator/cli/saved_result.h"
#include "coordinator/cli/status_line.h"
#include "coordinator/commands/commands.h"
#include "coordinator/commands/predicted_runs.h"
#include "coordinator/commands/prediction_input.h"
#include "coordinator/commands/prediction_result.h"
#include "coordinator/commands/trace_prediction.h"
#include "coordinator/placement/placement.h"
#include "predictor/predictor.h"

namespace dps::coordinator {
namespace {

/// The input of a prediction. The references are borrowed.
struct PlannedPrediction {
  const BlueprintFile& file;
  const machines::Machine& machine;
  predictor::PredictionOptions options;
  std::span<const profiles::Expectation> expectations;
};

/// The files of a prediction.
struct PredictionFiles {
  std::optional<OutputFile> result;
  TraceOutputs traces;
};

ExitStatus predict_on(const CommandLine& line, const PlannedPrediction& planned,
                      PredictionFiles files, StatusLine& progress) {
  const auto& [file, machine, given, expectations] = planned;
  const auto assignment = place_on(*file.program, machine);
  if (!assignment) {
    return print_error(assignment.error().report, ExitStatus::kNoAssignment, line.color);
  }
  const PlacedProgram placed{*file.program, machine, assignment->host_of_process};
  predictor::PredictionOptions options = given;
  PredictionTrace trace(line, placed, std::move(files.traces));
  if (const auto begun = trace.begin(options); !begun) {
    return print_error(begun.error().message, ExitStatus::kIncomplete);
  }
  auto predicted = predict_runs(line, placed, options, progress);
  if (!predicted) {
    progress.clear();
    return print_error(predicted.error().message, ExitStatus::kInputWrong, line.color);
  }
  ExitStatus status = ExitStatus::kDone;
  const std::optional<Failure> failure = predicted->failure;
  if (failure) {
    progress.clear();
    print_failure(*failure, line.color);
    status = failure->status;
  }
  progress.show("making the profile");
  profiles::RunResult result =
      prediction_result(line, {file, machine, *assignment}, std::move(*predicted));
  result.level = options.level;
  progress.clear();
  const auto note = [&](ExitStatus next) { status = status == ExitStatus::kDone ? next : status; };
  note(trace.finish(options, result, failure, progress));
  note(trace.explain(result, progress));
  note(save(files.result, result));
  note(trace.write(progress));
  if (failure && line.format == Format::kText) {
    drop_printed_details(*failure, result.notes);
  }
  const auto unmet =
      failure ? std::vector<std::string>{} : profiles::unmet_expectations(result, expectations);
  const auto text = format_result(std::move(result), line);
  return text ? print_unmet(unmet, print_output(line, *text, status), line.color)
              : print_error(text.error().message, ExitStatus::kInputWrong, line.color);
}

}  // namespace

ExitStatus predict_command(const CommandLine& line) {
  StatusLine progress(progress_style(line));
  progress.show("reading " + printable(line.file), {{"phase", "reading"}});
  const auto file = open_blueprint(line, blueprint::ReadOptions{}.max_processes);
  progress.clear();
  if (!file) {
    return print_error(file.error().message, ExitStatus::kInputWrong, line.color);
  }
  if (!file->program || !line.quiet) {
    print_diagnostics(line, file->source, file->diagnostics);
  }
  const auto machine = open_machine(line);
  const auto costs = open_costs(line);
  if (!file->program || !machine || !costs) {
    return ExitStatus::kInputWrong;
  }
  profiles::Selection selection;
  if (!line.only.empty()) {
    auto selected = selection_of(line, profiles::known_tags(*file->program));
    if (!selected) {
      return print_error(selected.error().message, ExitStatus::kInputWrong, line.color);
    }
    selection = std::move(*selected);
  }
  const auto expectations = resolved_expectations(line.expectations, *file->program);
  if (!expectations) {
    return print_error(expectations.error().message, ExitStatus::kInputWrong, line.color);
  }
  auto output = create_output(line);
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, line.color);
  }
  auto traces = TraceOutputs::create(line.traces);
  if (!traces) {
    return print_error(traces.error().message, ExitStatus::kInputWrong);
  }
  return predict_on(
      line, {*file, *machine->machine, {predicted_level(line, selection), *costs}, *expectations},
      {std::move(*output), std::move(*traces)}, progress);
}

}  // namespace dps::coordinator
