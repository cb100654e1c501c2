// dps predict: predicts a run of a blueprint on a machine, in virtual time, and prints its profile.
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "base/units.h"
#include "blueprint/reading/reader.h"
#include "commands/cli/blueprint_file.h"
#include "commands/cli/command_output.h"
#include "commands/cli/expectation_reader.h"
#include "commands/cli/run_target.h"
#include "commands/cli/saved_result.h"
#include "commands/cli/status_line.h"
#include "commands/cli/worker_pool.h"
#include "commands/commands.h"
#include "commands/predicted_runs.h"
#include "commands/prediction_input.h"
#include "commands/prediction_result.h"
#include "commands/trace_prediction.h"
#include "commands/what_if/what_if_answers.h"
#include "coordinator/placement/placement.h"
#include "predictor/virtual_time/predictor.h"
#include "profiles/json/result_json.h"
#include "profiles/json/what_if_json.h"
#include "profiles/text/what_if_lines.h"

namespace dps::coordinator {
namespace {

/// The input of a prediction. The references are borrowed.
struct PlannedPrediction {
  const BlueprintFile& file;
  const OpenedMachine& opened;
  predictor::PredictionOptions options;
  std::span<const profiles::Expectation> expectations;
  std::span<const WhatIfQuestion> questions;
};

/// The files of a prediction.
struct PredictionFiles {
  std::optional<OutputFile> result;
  TraceOutputs traces;
};

/// The answers to the questions of --what-if. Prints why some have none, and sets `status` if it is
/// kDone.
profiles::WhatIf answer(const CommandLine& line, WhatIfSubject subject,
                        std::span<const WhatIfQuestion> questions, ExitStatus& status,
                        StatusLine& progress) {
  std::vector<engine::Chance> chances;
  chances.reserve(subject.makespans.size());
  for (std::size_t run = 0; run < subject.makespans.size(); ++run) {
    chances.push_back(chance_of(line, run));
  }
  subject.chances = chances;
  auto answers = answer_what_if(subject, questions, prediction_threads(), progress);
  if (answers.stopped) {
    const Failure failure = stopped_by(*answers.stopped);
    print_error(
        fmt::format("{}; {} of {} what-if questions have an answer", failure.reason,
                    format_count(answers.what_if.rows.size()), format_count(questions.size())),
        failure.status, line.color);
    status = status == ExitStatus::kDone ? failure.status : status;
  }
  return std::move(answers.what_if);
}

std::vector<double> makespans_of(const profiles::RunResult& result) {
  std::vector<double> makespans;
  makespans.reserve(result.runs.size());
  for (const profiles::RunProfile& run : result.runs) {
    makespans.push_back(run.makespan_s);
  }
  return makespans;
}

/// Saves the result, and its answers if there are any.
ExitStatus save_with(const std::optional<profiles::WhatIf>& what_if,
                     const profiles::RunResult& result, std::optional<OutputFile>& output) {
  return what_if && output
             ? save(output, profiles::with_what_if(profiles::to_json(result), *what_if))
             : save(output, result);
}

/// The result as it is printed, with the answers, which CSV does not have.
Result<std::string> profile_text(const CommandLine& line, profiles::RunResult result,
                                 const std::optional<profiles::WhatIf>& what_if) {
  auto text = format_result(std::move(result), line);
  if (!text || !what_if) {
    return text;
  }
  return line.format == Format::kText   ? *text + "\n" + profiles::what_if_lines(*what_if)
         : line.format == Format::kJson ? profiles::with_what_if(*std::move(text), *what_if)
                                        : text;
}

/// The subject without draws, which answer() knows.
WhatIfSubject subject_of(const CommandLine& line, const PlannedPrediction& planned,
                         const PlacedProgram& placed, const profiles::RunResult& result,
                         const std::optional<profiles::Why>& why) {
  return {placed.program,         planned.opened.source, placed.machine,
          placed.host_of_process, planned.options.costs, {},
          makespans_of(result),   why ? &*why : nullptr, machine_options(line)};
}

ExitStatus predict_on(const CommandLine& line, const PlannedPrediction& planned,
                      PredictionFiles files, StatusLine& progress) {
  const auto& [file, opened, given, expectations, questions] = planned;
  const machines::Machine& machine = *opened.machine;
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
  auto why = trace.explain(status, progress);
  std::optional<profiles::WhatIf> what_if;
  if (!failure && !questions.empty()) {
    what_if =
        answer(line, subject_of(line, planned, placed, result, why), questions, status, progress);
  }
  if (line.why) {
    result.why = std::move(why);
  }
  note(save_with(what_if, result, files.result));
  note(trace.write(progress));
  if (failure && line.format == Format::kText) {
    drop_printed_details(*failure, result.notes);
  }
  const auto unmet =
      failure ? std::vector<std::string>{} : profiles::unmet_expectations(result, expectations);
  const auto text = profile_text(line, std::move(result), what_if);
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
  const auto questions = line.what_if.empty()
                             ? Result<std::vector<WhatIfQuestion>>(std::vector<WhatIfQuestion>())
                             : what_if_questions(line.what_if, *file->program, machine->source);
  if (!questions) {
    return print_error(questions.error().message, ExitStatus::kInputWrong, line.color);
  }
  auto output = create_output(line);
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, line.color);
  }
  auto traces = TraceOutputs::create(line.traces, line.trace_lines);
  if (!traces) {
    return print_error(traces.error().message, ExitStatus::kInputWrong);
  }
  return predict_on(
      line,
      {*file, *machine, {predicted_level(line, selection), *costs}, *expectations, *questions},
      {std::move(*output), std::move(*traces)}, progress);
}

}  // namespace dps::coordinator
