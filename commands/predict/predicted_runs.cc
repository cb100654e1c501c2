#include "commands/predict/predicted_runs.h"

#include <chrono>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/processes/pending_signals.h"
#include "base/time_units.h"
#include "base/units.h"
#include "commands/cli/saved_result.h"
#include "commands/terminal/messages.h"
#include "commands/terminal/time_left.h"
#include "coordinator/session/repetition.h"
#include "predictor/machines/wide.h"

namespace dps::commands {
namespace {

using Clock = std::chrono::steady_clock;

/// The real time that a run may take.
class Deadline {
 public:
  explicit Deadline(std::optional<Seconds> timeout) : timeout_(timeout) { begin(); }

  /// To be called when a run begins.
  void begin() { begun_ = Clock::now(); }
  bool has_passed() {
    passed_ = passed_ || (timeout_ && Clock::now() - begun_ >= *timeout_);
    return passed_;
  }
  /// The result of the last check.
  [[nodiscard]] bool passed() const { return passed_; }
  [[nodiscard]] coordinator::Failure failure(const predictor::Prediction& prediction) const {
    return coordinator::refusal(
        ExitStatus::kTimeout,
        fmt::format("the prediction did not end within the {} of --timeout; it had come to {} of "
                    "virtual time",
                    format_time(*timeout_), format_time(Seconds(prediction.run.makespan_s))));
  }

 private:
  std::optional<Seconds> timeout_;
  Clock::time_point begun_;
  bool passed_ = false;
};

/// The reason why a prediction is incomplete; nullopt if it is complete. `stopped`: the signal that
/// ended it, if any.
std::optional<coordinator::Failure> failure_of_prediction(const predictor::Prediction& prediction,
                                                          const Deadline& deadline,
                                                          std::optional<int> stopped) {
  if (deadline.passed()) {
    return deadline.failure(prediction);
  }
  if (stopped) {
    coordinator::Failure failure = coordinator::stopped_by(*stopped);
    failure.reason +=
        ", at " + format_time(Seconds(prediction.run.makespan_s)) + " of virtual time";
    return failure;
  }
  if (prediction.deadlock.empty()) {
    return std::nullopt;
  }
  coordinator::Failure failure{ExitStatus::kDeadlock, prediction.deadlock.front(), {}, {}};
  for (auto line = prediction.deadlock.begin() + 1; line != prediction.deadlock.end(); ++line) {
    failure.details.push_back(line->starts_with("  ") ? line->substr(2) : *line);
  }
  return failure;
}

/// Draws the progress of the runs a few times a second. Signals end them.
class DrawnRuns : public RunWatcher {
 public:
  DrawnRuns(const blueprint::Program& program, const coordinator::Repetition& repetition,
            bool is_quiet, StatusLine& status)
      : repetition_(repetition), status_(status), has_noted_(is_quiet || status.is_shown()) {
    for (const blueprint::ProcessGroup& group : program.groups) {
      processes_ += group.server ? 0 : group.count;
    }
  }

  void on_begin() override { ++run_; }
  void on_progress(const predictor::PredictionProgress& progress) override {
    constexpr std::chrono::milliseconds kPause(200);
    if (Clock::now() - shown_ >= kPause) {
      shown_ = Clock::now();
      show(progress);
      note_length(progress);
    }
  }
  std::optional<int> stop_signal() override {
    const auto signal = signals_.take();
    if (signal) {
      status_.show("stopping: the profile so far", {{"phase", "stopping"}});
    }
    return signal;
  }

 private:
  void show(const predictor::PredictionProgress& progress) {
    const Seconds elapsed = shown_ - begun_;
    const double virtual_s = seconds_of(progress.now);
    std::optional<Seconds> left;
    std::string text = "predicting";
    if (repetition_.runs > 1 && repetition_.until_error_percent) {
      text += fmt::format(" run {} of at most {}", run_, repetition_.runs);
    } else if (repetition_.runs > 1) {
      left = time_left_.at(static_cast<double>(run_ - 1) / repetition_.runs, elapsed);
      text += fmt::format(" run {} of {}{}", run_, repetition_.runs, time_left_text(left));
    }
    text += fmt::format(": {} of virtual time, {} messages, {} of {} processes complete, {:.0f} s",
                        format_time(Seconds(virtual_s)), format_count(progress.messages),
                        format_count(progress.complete), format_count(processes_), elapsed.count());
    nlohmann::ordered_json fields{{"phase", "predicting"},
                                  {"run", run_},
                                  {"runs", repetition_.runs},
                                  {"elapsed_s", elapsed.count()}};
    if (left) {
      fields["left_s"] = left->count();
    }
    fields.update({{"processes", processes_},
                   {"complete", progress.complete},
                   {"messages", progress.messages},
                   {"virtual_s", virtual_s}});
    status_.show(text, fields);
  }

  /// Prints one note about the progress of a long prediction if there is no status line.
  void note_length(const predictor::PredictionProgress& progress) {
    constexpr Seconds kLong(10);
    if (has_noted_ || shown_ - begun_ < kLong) {
      return;
    }
    has_noted_ = true;
    print_notes({fmt::format(
        "the prediction has taken {:.0f} s so far, in run {}: {} of virtual time, {} messages, {} "
        "of {} processes complete; --timeout TIME ends it",
        Seconds(shown_ - begun_).count(), run_, format_time(Seconds(seconds_of(progress.now))),
        format_count(progress.messages), format_count(progress.complete),
        format_count(processes_))});
  }

  coordinator::Repetition repetition_;
  StatusLine& status_;  // borrowed
  bool has_noted_;
  PendingSignals signals_;
  std::uint64_t processes_ = 0;  // servers aside
  std::uint32_t run_ = 0;
  TimeLeft time_left_;
  Clock::time_point begun_ = Clock::now();
  Clock::time_point shown_ = begun_;
};

}  // namespace

Picoseconds measured_from(const ProfileOptions& given) {
  return given.measure_from ? machines::picoseconds_of(given.measure_from->count()) : Picoseconds{};
}

std::optional<Picoseconds> virtual_instant(std::optional<Seconds> time) {
  return time ? std::optional(machines::picoseconds_of(time->count())) : std::nullopt;
}

engine::Chance chance_of(const RunDraws& draws, std::size_t run) {
  return {draws.seed, repetition_of(draws.repetition).warmup + 1 + static_cast<std::uint32_t>(run)};
}

Result<PredictedRuns> predict_watched(const RunDraws& draws, const PlacedProgram& placed,
                                      predictor::PredictionOptions options, RunWatcher& watcher) {
  const coordinator::Repetition repetition = repetition_of(draws.repetition);
  std::optional<int> stopped;
  Deadline deadline(draws.timeout);
  options.is_to_stop = [&](const predictor::PredictionProgress& progress) {
    watcher.on_progress(progress);
    stopped = watcher.stop_signal();
    return stopped.has_value() || deadline.has_passed();
  };
  PredictedRuns predicted;
  std::vector<double> makespans;
  options.chance = chance_of(draws, 0);
  while (!predicted.failure && !is_enough(repetition, makespans)) {
    watcher.on_begin();
    deadline.begin();
    auto one = predictor::predict(placed.program, placed.machine, placed.host_of_process, options);
    if (!one) {
      return tl::unexpected(one.error());
    }
    makespans.push_back(one->run.makespan_s);
    predicted.predictions.push_back(std::move(*one));
    if (!stopped && !is_enough(repetition, makespans)) {
      stopped = watcher.stop_signal();
    }
    predicted.failure = failure_of_prediction(predicted.predictions.back(), deadline, stopped);
    ++options.chance.run;
  }
  return predicted;
}

Result<PredictedRuns> predict_runs(const RunDraws& draws, const PlacedProgram& placed,
                                   const predictor::PredictionOptions& options, bool is_quiet,
                                   StatusLine& status) {
  DrawnRuns runs(placed.program, repetition_of(draws.repetition), is_quiet, status);
  return predict_watched(draws, placed, options, runs);
}

bool is_timeout(const std::optional<coordinator::Failure>& failure) {
  return failure && failure->status == ExitStatus::kTimeout;
}

}  // namespace dps::commands
