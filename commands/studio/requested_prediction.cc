#include "commands/studio/requested_prediction.h"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "base/time_units.h"
#include "base/units.h"
#include "commands/predict/prediction_input.h"
#include "commands/predict/prediction_result.h"
#include "commands/studio/command_words.h"
#include "predictor/machines/kinds/machine_file.h"

namespace dps::commands {
namespace {

using Clock = std::chrono::steady_clock;

PredictOptions options_of(const StudioRequest& request) {
  PredictOptions given;
  given.common.quiet = true;
  given.blueprint.file = request.blueprint.path;
  given.blueprint.settings = request.settings;
  given.blueprint.seed = request.seed;
  given.machine.machine = request.machine.path;
  given.machine.changes = request.changes;
  std::vector<std::string>& words = given.common.words;
  words = {"predict", request.blueprint.path, "--machine", request.machine.path};
  add_settings(request.settings, words);
  add_changes(request.changes, words);
  add_seed(request, words);
  return given;
}

/// Reports the progress of a prediction that takes long, and ends one with too many messages.
class Watcher : public RunWatcher {
 public:
  Watcher(const Answers& answers, std::uint64_t most_messages)
      : answers_(answers), most_messages_(most_messages) {}

  void on_begin() override {}
  void on_progress(const predictor::PredictionProgress& progress) override {
    constexpr std::chrono::milliseconds kFirst(500);
    constexpr std::chrono::milliseconds kPause(250);
    const auto now = Clock::now();
    has_too_many_ = progress.messages > most_messages_;
    if (now - begun_ >= kFirst && now - reported_ >= kPause) {
      reported_ = now;
      answers_.progress(fmt::format("{} of virtual time, {} messages",
                                    format_time(Seconds(seconds_of(progress.now))),
                                    format_count(progress.messages)));
    }
  }
  std::optional<int> stop_signal() override {
    return has_too_many_ ? std::optional(SIGTERM) : std::nullopt;
  }

 private:
  const Answers& answers_;
  std::uint64_t most_messages_;
  bool has_too_many_ = false;
  Clock::time_point begun_ = Clock::now();
  Clock::time_point reported_ = begun_;
};

std::uint64_t messages_of(const PredictedRuns& runs) {
  std::uint64_t messages = 0;
  for (const auto& row : runs.predictions.back().run.messages) {
    messages += row.sent;
  }
  return messages;
}

}  // namespace

RequestedPrediction::RequestedPrediction(const StudioRequest& request, const Answers& answers)
    : request_(request), answers_(answers), given_(options_of(request)) {}

bool RequestedPrediction::prepare() {
  return read_blueprint() && read_machine() && place();
}

bool RequestedPrediction::read_blueprint() {
  auto file = read_blueprint_file(given_.blueprint, request_.blueprint,
                                  blueprint::ReadOptions{}.max_processes);
  if (!file) {
    return answers_.fail(file.error().message);
  }
  file_ = *std::move(file);
  if (!file_.program) {
    return answers_.fail_with("the text has errors", file_.source, file_.diagnostics);
  }
  predict_native_operations(file_);
  return true;
}

bool RequestedPrediction::read_machine() {
  auto reading = machines::read_machine(request_.machine);
  if (reading.machine == nullptr) {
    return answers_.fail_with("the machine has errors", request_.machine, reading.diagnostics);
  }
  machine_text_ = request_.machine;
  machine_ = std::move(reading.machine);
  if (request_.changes.empty()) {
    return true;
  }
  auto changed = change_machine(machine_text_, request_.changes, machine_.get());
  if (!changed) {
    return answers_.fail(changed.error().message);
  }
  reading = machines::read_machine(*changed);
  if (reading.machine == nullptr) {
    return answers_.fail_with("the changed machine has errors", *changed, reading.diagnostics);
  }
  machine_text_ = *std::move(changed);
  machine_ = std::move(reading.machine);
  return true;
}

bool RequestedPrediction::place() {
  auto assignment = place_on(*file_.program, *machine_);
  if (!assignment) {
    return answers_.fail(assignment.error().report);
  }
  assignment_ = *std::move(assignment);
  return true;
}

std::optional<PredictedRuns> RequestedPrediction::predict(
    const predictor::PredictionOptions& options, std::uint64_t most_messages) const {
  Watcher watcher(answers_, most_messages);
  auto runs = predict_watched({request_.seed, {}, {}}, placed(), options, watcher);
  if (!runs) {
    answers_.fail(runs.error().message);
    return std::nullopt;
  }
  if (messages_of(*runs) > most_messages) {
    answers_.fail(
        fmt::format("more than {} messages: their waits, critical path and timeline are not made "
                    "while you write; dps predict --why makes them",
                    format_count(most_messages)));
    return std::nullopt;
  }
  return *std::move(runs);
}

std::optional<RequestedResult> RequestedPrediction::predict_result(
    const predictor::PredictionOptions& options, std::uint64_t most_messages) const {
  auto runs = predict(options, most_messages);
  if (!runs) {
    return std::nullopt;
  }
  auto failed = runs->failure;
  RequestedResult predicted{
      prediction_result({given_.common.words, given_.blueprint, given_.machine},
                        {file_, *machine_, assignment_}, *std::move(runs)),
      std::move(failed)};
  predicted.result.level = options.level;
  return predicted;
}

}  // namespace dps::commands
