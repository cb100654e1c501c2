#include "commands/sweep/sweep_runs.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/processes/pending_signals.h"
#include "base/units.h"
#include "commands/cli/saved_result.h"
#include "commands/run/real_run.h"
#include "commands/run/trace_run.h"
#include "commands/terminal/progress_line.h"
#include "coordinator/agents/failure.h"
#include "coordinator/session/limits.h"
#include "profiles/sweeps/axes.h"
#include "profiles/sweeps/figures.h"

namespace dps::commands {
namespace {

/// The point of a sweep that runs, and the time left, for the progress line.
struct SweepPosition {
  std::string text;  ///< "point 3 of 8 (n = 10, workers = 2), run 2, about 40 s left; "
  nlohmann::ordered_json fields;
  std::optional<Seconds> left;
};

/// The progress of a session, after that of the sweep.
class SweepProgress : public coordinator::ProgressListener {
 public:
  SweepProgress(ProgressStyle style, bool is_quiet, SweepPosition position)
      : line_(style), is_quiet_(is_quiet), position_(std::move(position)) {}

  void on_progress(const coordinator::SessionProgress& progress) override {
    nlohmann::ordered_json fields = progress_fields(progress, position_.left);
    fields.update(position_.fields);
    line_.show(position_.text + progress_text(progress, std::nullopt), fields);
  }
  void on_line(const std::string& line) override {
    line_.clear();
    print_session_line(line, is_quiet_);
  }
  void on_answer(const std::string& line) override { on_line(line); }

 private:
  StatusLine line_;
  bool is_quiet_;
  SweepPosition position_;
};

sweeps::Outcome failed_run(const coordinator::Failure& failure) {
  return {static_cast<int>(failure.status), failure.reason, {}, {}};
}

/// Runs the point once. The outcome contains the reason if it cannot run.
FinishedPoint run_once(const SweepPlan& plan, const PointToRun& at, RunTarget& target,
                       coordinator::ProgressListener& listener) {
  const SweepOptions given = plan.options_at(at.point);
  PointProgram read = read_point(plan, given.blueprint, at.point, coordinator::kMostProcesses);
  FinishedPoint finished = std::move(read.finished);
  if (!read.file) {
    return finished;
  }
  const blueprint::Program& program = *read.file->program;
  const auto placement = initial_placement(target.choice, program);
  if (!placement) {
    finished.outcome = failed_run(failure_of(placement.error()));
    return finished;
  }
  if (const auto refused = certain_deadlock(program, given.execution, given.common)) {
    finished.outcome = failed_run(*refused);
    return finished;
  }
  auto options = session_options({given.blueprint, given.hosts, given.execution, given.repetition},
                                 plan.level, program);
  if (!options) {
    finished.outcome = failed_run({ExitStatus::kInputWrong, options.error().message, {}, {}});
    return finished;
  }
  options->end = given.end;
  options->repetition.runs = 1;
  options->repetition.until_error_percent.reset();
  options->repetition.before = static_cast<std::uint32_t>(at.makespans.size());
  RunTrace trace({given.common, given.blueprint, given.profile, given.trace, given.progress},
                 program, {});
  options->trace = trace.limits();
  RunOutcome played = play_run(given.common, given.hosts,
                               {*read.file, *options, *placement, *target.launcher}, listener);
  StatusLine progress(progress_style(given.progress, given.common.quiet));
  auto missing = played.failure ? std::nullopt : trace.finish(played, progress);
  if (played.failure || missing) {
    finished.outcome = failed_run(played.failure ? *played.failure : *missing);
  } else {
    finished.outcome.makespans = at.makespans;
    finished.outcome.makespans.push_back(played.result.runs.front().makespan_s);
    finished.outcome.notes = at.notes;
    sweeps::add_notes(finished.outcome.notes, played.result.notes);
  }
  finished.result = std::move(played.result);
  return finished;
}

/// Takes turns. A turn of a point that has enough runs is skipped.
class Turns {
 public:
  Turns(const SweepPlan& plan, std::span<const PointToRun> points, RunTarget& target,
        const TakePoint& take)
      : plan_(plan),
        points_(points.begin(), points.end()),
        target_(target),
        take_(take),
        repetition_(repetition_of(plan.given.repetition)) {
    for (const PointToRun& point : points_) {
      done_ += point.makespans.size();
    }
    begun_with_ = done_;
    const std::size_t all = points_.size() * repetition_.runs;
    missing_ = std::max<std::size_t>(1, all - std::min(all, done_));
  }

  Result<std::optional<int>> run() {
    while (!points_.empty()) {
      for (PointToRun& point : points_) {
        auto stopped = take_turn(point);
        if (!stopped || *stopped) {
          return stopped;
        }
      }
      std::erase_if(points_, [this](const PointToRun& point) { return has_enough(point); });
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool has_enough(const PointToRun& point) const {
    return failed_.contains(point.point) || is_enough(repetition_, point.makespans);
  }

  Result<std::optional<int>> take_turn(PointToRun& point) {
    SweepProgress progress(progress_style(plan_.given.progress, plan_.given.common.quiet),
                           plan_.given.common.quiet, position_at(point));
    FinishedPoint finished = run_once(plan_, point, target_, progress);
    // From here to the next session, a signal must not interrupt the writing of a result.
    PendingSignals signals;
    if (const auto signal =
            coordinator::stop_signal_of(static_cast<ExitStatus>(finished.outcome.status))) {
      return signal;
    }
    if (finished.outcome.status == 0) {
      point.makespans = finished.outcome.makespans;
      point.notes = finished.outcome.notes;
    } else {
      failed_.insert(point.point);
    }
    ++done_;
    if (const auto taken = take_(std::move(finished)); !taken) {
      return tl::unexpected(taken.error());
    }
    return signals.take();
  }

  SweepPosition position_at(const PointToRun& point) {
    const double share =
        std::min(1.0, static_cast<double>(done_ - begun_with_) / static_cast<double>(missing_));
    const auto left = repetition_.until_error_percent
                          ? std::nullopt
                          : time_left_.at(share, std::chrono::steady_clock::now() - begun_);
    const std::string name = sweeps::point_name(plan_.axes, plan_.points[point.point]);
    const std::size_t run = point.makespans.size() + 1;
    return {fmt::format("point {} of {}{}, run {}{}; ", point.point + 1, plan_.points.size(),
                        name.empty() ? "" : " (" + name + ")", run, time_left_text(left)),
            {{"run", run},
             {"runs", repetition_.runs},
             {"points", plan_.points.size()},
             {"point", point.point + 1},
             {"name", name}},
            left};
  }

  const SweepPlan& plan_;
  std::vector<PointToRun> points_;  // the points that have turns left
  RunTarget& target_;
  const TakePoint& take_;
  coordinator::Repetition repetition_;
  std::set<std::size_t> failed_;
  std::size_t done_ = 0;  // number of runs
  std::size_t begun_with_ = 0;
  std::size_t missing_ = 1;  // number of runs that were missing at the start
  TimeLeft time_left_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace

Result<std::optional<int>> run_points(const SweepPlan& plan, std::span<const PointToRun> points,
                                      RunTarget& target, const TakePoint& take) {
  return Turns(plan, points, target, take).run();
}

}  // namespace dps::commands
