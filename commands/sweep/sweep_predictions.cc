#include "commands/sweep/sweep_predictions.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/processes/pending_signals.h"
#include "base/units.h"
#include "base/worker_pool.h"
#include "blueprint/limits.h"
#include "commands/predict/predicted_runs.h"
#include "commands/predict/prediction_input.h"
#include "commands/predict/prediction_result.h"
#include "commands/terminal/time_left.h"
#include "predictor/machines/kinds/machine_file.h"

namespace dps::commands {
namespace {

using Clock = std::chrono::steady_clock;

/// Ends the runs of a point when the signal has been set.
class StoppableRuns : public RunWatcher {
 public:
  explicit StoppableRuns(const StopSignal& stop) : stop_(stop) {}
  void on_begin() override {}
  void on_progress(const predictor::PredictionProgress& /*progress*/) override {}
  std::optional<int> stop_signal() override {
    const int signal = stop_.load(std::memory_order_relaxed);
    return signal == 0 ? std::nullopt : std::optional(signal);
  }

 private:
  const StopSignal& stop_;
};

sweeps::Outcome failed_outcome(ExitStatus status, std::string_view text) {
  return {static_cast<int>(status), std::string(text.substr(0, text.find('\n'))), {}, {}};
}

/// Adds the result of a prediction that was made.
void add_result(profiles::RunResult result, const std::optional<coordinator::Failure>& failure,
                FinishedPoint& finished) {
  if (failure) {
    finished.outcome = failed_outcome(failure->status, failure->reason);
  } else {
    finished.outcome.notes = result.notes;
    for (const profiles::RunProfile& run : result.runs) {
      finished.outcome.makespans.push_back(run.makespan_s);
    }
  }
  finished.result = std::move(result);
}

FinishedPoint predict_point(const SweepPlan& plan, std::size_t point, const StopSignal& stop) {
  const SweepOptions given = plan.options_at(point);
  PointProgram read =
      read_point(plan, given.blueprint, point, blueprint::ReadOptions{}.max_processes);
  FinishedPoint finished = std::move(read.finished);
  if (!read.file) {
    return finished;
  }
  predict_native_operations(*read.file);
  const blueprint::Program& program = *read.file->program;
  const OpenedMachine& unchanged = plan.machines.at(given.machine.machine);
  std::unique_ptr<machines::Machine> changed;
  if (!given.machine.changes.empty()) {
    const auto source =
        change_machine(unchanged.source, given.machine.changes, unchanged.machine.get());
    if (!source) {
      finished.outcome = failed_outcome(ExitStatus::kInputWrong, source.error().message);
      return finished;
    }
    changed = machines::read_machine(*source, machine_options(given.machine)).machine;
  }
  const machines::Machine& machine = changed == nullptr ? *unchanged.machine : *changed;
  const auto assignment = place_on(program, machine);
  if (!assignment) {
    finished.outcome = failed_outcome(ExitStatus::kNoAssignment, assignment.error().report);
    return finished;
  }
  StoppableRuns watcher(stop);
  predictor::PredictionOptions options{plan.level, plan.costs};
  options.measure_from = measured_from(given.profile);
  options.end = virtual_instant(given.end);
  auto predicted =
      predict_watched({given.blueprint.seed, given.repetition, given.execution.timeout},
                      {program, machine, assignment->host_of_process}, options, watcher);
  if (!predicted) {
    finished.outcome = failed_outcome(ExitStatus::kInputWrong, predicted.error().message);
    return finished;
  }
  const std::optional<coordinator::Failure> failure = predicted->failure;
  profiles::RunResult result =
      prediction_result({given.common.words, given.blueprint, given.machine},
                        {*read.file, machine, *assignment}, *std::move(predicted));
  result.level = plan.level;
  add_result(std::move(result), failure, finished);
  std::erase(finished.outcome.notes,
             changed_machine_note(given.machine));  // the table has the changes
  return finished;
}

/// Submits points to the pool and takes the finished ones.
class Predictions {
 public:
  Predictions(const SweepPlan& plan, std::span<const std::size_t> points, const PointHooks& hooks,
              StatusLine& progress)
      : points_(points),
        hooks_(hooks),
        progress_(progress),
        pool_(prediction_threads(), [&plan](std::size_t point, const StopSignal& stop) {
          return predict_point(plan, point, stop);
        }) {}

  Result<std::optional<int>> run() {
    constexpr std::chrono::milliseconds kPause(200);
    while (done_ < points_.size()) {
      if (const auto fed = feed(); !fed) {
        return tl::unexpected(fed.error());
      }
      show();
      if (auto finished = done_ < next_ ? pool_.next(kPause) : std::nullopt) {
        ++done_;
        if (const auto taken = hooks_.take(*std::move(finished)); !taken) {
          return tl::unexpected(taken.error());
        }
      }
      if (const auto signal = signals_.take()) {
        return signal;
      }
    }
    return std::nullopt;
  }

 private:
  Result<void> feed() {
    for (std::size_t room = pool_.room(); room > 0 && next_ < points_.size(); ++next_) {
      const auto may_begin = hooks_.may_begin(points_[next_]);
      if (!may_begin) {
        return tl::unexpected(may_begin.error());
      }
      if (*may_begin) {
        pool_.add(points_[next_]);
        --room;
      } else {
        ++done_;
      }
    }
    return {};
  }

  void show() {
    const double share = static_cast<double>(done_) / static_cast<double>(points_.size());
    const auto left = time_left_.at(share, Clock::now() - begun_);
    nlohmann::ordered_json fields{
        {"phase", "predicting"}, {"points", points_.size()}, {"done", done_}};
    if (left) {
      fields["left_s"] = left->count();
    }
    progress_.show(fmt::format("predicting: {} of {} points{}", format_count(done_),
                               format_count(points_.size()), time_left_text(left)),
                   fields);
  }

  std::span<const std::size_t> points_;
  const PointHooks& hooks_;
  StatusLine& progress_;
  PendingSignals signals_;  // before the threads, which inherit the mask
  WorkerPool<FinishedPoint> pool_;
  TimeLeft time_left_;
  Clock::time_point begun_ = Clock::now();
  std::size_t next_ = 0;  // the first point that has not been considered
  std::size_t done_ = 0;  // the number of points finished or left out
};

}  // namespace

Result<std::optional<int>> predict_points(const SweepPlan& plan,
                                          std::span<const std::size_t> points,
                                          const PointHooks& hooks, StatusLine& progress) {
  auto stopped = Predictions(plan, points, hooks, progress).run();
  progress.clear();
  return stopped;
}

}  // namespace dps::commands
