#include "commands/predict/predict_command.h"

#include <chrono>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "base/units.h"
#include "base/worker_pool.h"
#include "blueprint/reading/reader.h"
#include "commands/cli/blueprint_file.h"
#include "commands/cli/command_output.h"
#include "commands/cli/run_target.h"
#include "commands/cli/saved_result.h"
#include "commands/predict/long_prediction.h"
#include "commands/predict/predict_options.h"
#include "commands/predict/predicted_runs.h"
#include "commands/predict/prediction_input.h"
#include "commands/predict/prediction_result.h"
#include "commands/predict/program_prediction.h"
#include "commands/predict/trace_prediction.h"
#include "commands/terminal/status_line.h"
#include "commands/terminal/time_left.h"
#include "coordinator/placement/placement.h"
#include "predictor/machines/kinds/datasheet/sheet_summary.h"
#include "predictor/machines/wide.h"
#include "predictor/virtual_time/predictor.h"
#include "predictor/what_if/what_if_answers.h"
#include "profiles/json/result_json.h"
#include "profiles/json/what_if_json.h"
#include "profiles/text/what_if_lines.h"

namespace dps::commands {
namespace {

/// The input of a prediction. The references are borrowed.
struct PlannedPrediction {
  const BlueprintFile& file;
  const OpenedMachine& opened;
  predictor::PredictionOptions options;
  std::span<const profiles::Expectation> expectations;
  std::span<const predictor::WhatIfQuestion> questions;
};

/// The files of a prediction.
struct PredictionFiles {
  std::optional<OutputFile> result;
  TraceOutputs traces;
};

/// Shows how many questions have an answer. Prints a note if the answers take long.
class AnswerProgress {
 public:
  AnswerProgress(std::size_t questions, bool has_notes, StatusLine& line)
      : questions_(questions), line_(line), has_noted_(!has_notes) {}

  void show(std::size_t answers) {
    const double share = static_cast<double>(answers) / static_cast<double>(questions_);
    const auto left = time_left_.at(share, std::chrono::steady_clock::now() - begun_);
    note_length(answers, left);
    nlohmann::ordered_json fields{
        {"phase", "what if"}, {"done", answers}, {"questions", questions_}};
    if (left) {
      fields["left_s"] = left->count();
    }
    line_.show(fmt::format("what if: {} of {} questions{}", format_count(answers),
                           format_count(questions_), time_left_text(left)),
               fields);
  }

 private:
  /// The time is known too badly before each thread has had an answer.
  void note_length(std::size_t answers, std::optional<Seconds> left) {
    if (has_noted_ || answers < prediction_threads()) {
      return;
    }
    has_noted_ = true;
    if (const std::string note = long_answers_note(questions_, left); !note.empty()) {
      line_.clear();
      print_notes({note});
    }
  }

  std::size_t questions_;
  StatusLine& line_;  // borrowed
  bool has_noted_;
  TimeLeft time_left_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

/// The answers to the questions of --what-if. Prints the errors of those without an answer, and
/// then sets `status` if it is kDone.
profiles::WhatIf answer(const PredictOptions& given, predictor::WhatIfSubject subject,
                        std::span<const predictor::WhatIfQuestion> questions, ExitStatus& status,
                        StatusLine& progress) {
  std::vector<engine::Chance> chances;
  chances.reserve(subject.makespans.size());
  for (std::size_t run = 0; run < subject.makespans.size(); ++run) {
    chances.push_back(chance_of({given.blueprint.seed, given.repetition}, run));
  }
  subject.chances = chances;
  const bool has_notes = !given.common.quiet && given.progress != ProgressChoice::kJson;
  AnswerProgress shown(questions.size(), has_notes, progress);
  auto answers = predictor::answer_what_if(subject, questions, prediction_threads(),
                                           [&](std::size_t done) { shown.show(done); });
  progress.clear();
  if (answers.stopped) {
    const coordinator::Failure failure = coordinator::stopped_by(*answers.stopped);
    print_error(
        fmt::format("{}; {} of {} what-if questions have an answer", failure.reason,
                    format_count(answers.what_if.rows.size()), format_count(questions.size())),
        failure.status, given.common.color);
    status = first_failure(status, failure.status);
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
ExitStatus save_with(const CommonOptions& common, const std::optional<profiles::WhatIf>& what_if,
                     const profiles::RunResult& result, std::optional<OutputFile>& output) {
  return what_if && output
             ? save(output, profiles::with_what_if(profiles::to_json(result), *what_if))
             : save(common, output, result);
}

/// The text of the result with the answers, which CSV does not contain.
Result<std::string> profile_text(const PredictOptions& given, profiles::RunResult result,
                                 const std::optional<profiles::WhatIf>& what_if) {
  auto text = format_result(std::move(result), given.profile, given.common, given.output);
  if (!text || !what_if) {
    return text;
  }
  return given.output.format == Format::kText   ? *text + "\n" + profiles::what_if_lines(*what_if)
         : given.output.format == Format::kJson ? profiles::with_what_if(*std::move(text), *what_if)
                                                : text;
}

/// The subject without draws, which answer() adds.
predictor::WhatIfSubject subject_of(const PredictOptions& given, const PlannedPrediction& planned,
                                    const PlacedProgram& placed, const profiles::RunResult& result,
                                    const std::optional<profiles::Why>& why) {
  return {placed.program,         planned.opened.source, placed.machine,
          placed.host_of_process, planned.options.costs, {},
          makespans_of(result),   why ? &*why : nullptr, machine_options(given.machine)};
}

/// Warns about equations of a data sheet that do not fit its measured times.
void warn_of_poor_fits(const PredictOptions& given, const machines::Machine& machine) {
  const machines::Datasheet* sheet = machine.parts().sheet;
  if (sheet == nullptr) {
    return;
  }
  const std::string poor = machines::poor_message_fits(*sheet, machine_options(given.machine));
  if (!poor.empty()) {
    print_warning(given.common, poor);
  }
}

/// The options with --measure-from and --for.
predictor::PredictionOptions with_times(const PredictOptions& given,
                                        predictor::PredictionOptions options) {
  options.measure_from = measured_from(given.profile);
  options.end = virtual_instant(given.end);
  return options;
}

/// Prints a note before the start if the prediction takes long.
void announce_length(const PredictOptions& given, const PlacedProgram& placed) {
  if (given.common.quiet || given.end) {
    return;
  }
  const coordinator::Repetition repetition = repetition_of(given.repetition);
  const PredictionSize size{repetition.until_error_percent ? 1 : repetition.runs,
                            placed.machine.parts().has_packets};
  if (const std::string note = long_prediction_note(placed.program, size); !note.empty()) {
    print_notes({note});
  }
}

/// Prints the failure, if there is one. Returns its status.
ExitStatus tell(const std::optional<coordinator::Failure>& failure, const CommonOptions& common,
                StatusLine& progress) {
  if (!failure) {
    return ExitStatus::kDone;
  }
  progress.clear();
  print_failure(*failure, common.color);
  return failure->status;
}

ExitStatus predict_on(const PredictOptions& given, const PlannedPrediction& planned,
                      PredictionFiles files, StatusLine& progress) {
  const auto& [file, opened, wanted, expectations, questions] = planned;
  const machines::Machine& machine = *opened.machine;
  const auto assignment = place_on(*file.program, machine);
  if (!assignment) {
    return print_error(assignment.error().report, ExitStatus::kNoAssignment, given.common.color);
  }
  warn_of_poor_fits(given, machine);
  const PlacedProgram placed{*file.program, machine, assignment->host_of_process};
  predictor::PredictionOptions options = with_times(given, wanted);
  PredictionTrace trace(given, placed, std::move(files.traces));
  if (const auto begun = trace.begin(options); !begun) {
    return print_error(begun.error().message, ExitStatus::kIncomplete);
  }
  announce_length(given, placed);
  auto predicted = predict_runs({given.blueprint.seed, given.repetition, given.timeout}, placed,
                                options, given.common.quiet, progress);
  if (!predicted) {
    progress.clear();
    return print_error(predicted.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  const std::optional<coordinator::Failure> failure = predicted->failure;
  ExitStatus status = tell(failure, given.common, progress);
  if (is_timeout(failure)) {
    return status;
  }
  progress.show("making the profile");
  profiles::RunResult result =
      prediction_result({given.common.words, given.blueprint, given.machine},
                        {file, machine, *assignment}, std::move(*predicted));
  result.level = options.level;
  progress.clear();
  const auto note = [&](ExitStatus next) { status = first_failure(status, next); };
  note(trace.finish(options, result, failure, progress));
  auto why = trace.explain(status, progress);
  std::optional<profiles::WhatIf> what_if;
  if (!failure && !questions.empty()) {
    what_if =
        answer(given, subject_of(given, planned, placed, result, why), questions, status, progress);
  }
  if (given.profile.why) {
    result.why = std::move(why);
  }
  result.slow = trace.explain_slow(status, progress);
  note(save_with(given.common, what_if, result, files.result));
  note(trace.write(progress));
  if (failure && given.output.format == Format::kText) {
    drop_printed_details(*failure, result.notes);
  }
  const auto unmet =
      failure ? std::vector<std::string>{} : profiles::unmet_expectations(result, expectations);
  const auto text = profile_text(given, std::move(result), what_if);
  return text ? print_unmet(unmet, print_output(given.common, given.output, *text, status),
                            given.common.color)
              : print_error(text.error().message, ExitStatus::kInputWrong, given.common.color);
}

ExitStatus predict_blueprint(const PredictOptions& given) {
  if (!given.program.empty()) {
    return predict_program(given);
  }
  StatusLine progress(progress_style(given.progress, given.common.quiet));
  progress.show("reading " + printable(given.blueprint.file), {{"phase", "reading"}});
  auto file = open_blueprint(given.blueprint, blueprint::ReadOptions{}.max_processes);
  progress.clear();
  if (!file) {
    return print_error(file.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  print_diagnostics(given.common, file->source, file->diagnostics);
  const auto machine = open_machine(given.machine, given.common);
  const auto costs = open_costs(given.machine, given.common);
  if (!file->program || !machine || !costs) {
    return ExitStatus::kInputWrong;
  }
  predict_native_operations(*file);
  profiles::Selection selection;
  if (!given.profile.only.empty()) {
    auto selected = selection_of(given.profile, profiles::known_tags(*file->program));
    if (!selected) {
      return print_error(selected.error().message, ExitStatus::kInputWrong, given.common.color);
    }
    selection = std::move(*selected);
  }
  const auto expectations = resolved_names(given.profile, *file->program);
  if (!expectations) {
    return print_error(expectations.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  const auto questions =
      given.what_if.empty()
          ? Result<std::vector<predictor::WhatIfQuestion>>(std::vector<predictor::WhatIfQuestion>())
          : predictor::what_if_questions(given.what_if, *file->program, machine->source);
  if (!questions) {
    return print_error(questions.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  auto output = create_output(given.common, given.output, result_kind());
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  auto traces =
      TraceOutputs::create(given.trace.files, given.trace.states.lines, given.common.replaced);
  if (!traces) {
    return print_error(traces.error().message, ExitStatus::kInputWrong);
  }
  return predict_on(given,
                    {*file,
                     *machine,
                     {predicted_level(given.profile, given.output, selection), *costs},
                     *expectations,
                     *questions},
                    {std::move(*output), std::move(*traces)}, progress);
}

}  // namespace

Command predict_command() {
  return {"predict",
          CommandGroup::kPrograms,
          "Predict a run of a blueprint, or of an MPI program, on a machine, in virtual time",
          prepare<PredictOptions, predict_blueprint>,
          {{"dps predict plan.txt --machine office_cluster", "a machine of the library"},
           {"dps predict plan.txt --machine laptop --why", "the critical path"},
           {"dps predict plan.txt --machine laptop --trace plan.json", "see it in ui.perfetto.dev"},
           {"dps predict plan.txt --machine lab.toml --set n=64", "a machine file of calibrate"},
           {"dps predict --machine cray_t3d -- mpirun -n 4 ./app", "an MPI program"}},
          {"simulate", "sim", "forecast"},
          "--machine",
          "dps predict --machine SHEET [OPTION]... -- COMMAND"};
}

}  // namespace dps::commands
