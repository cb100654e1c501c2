#include "commands/sweep/sweep_work.h"

#include <algorithm>
#include <utility>

#include "base/file_bytes.h"
#include "base/version.h"
#include "commands/cli/saved_result.h"
#include "commands/programs/program_result.h"
#include "commands/sweep/sweep_predictions.h"
#include "commands/sweep/sweep_programs.h"
#include "commands/sweep/sweep_runs.h"
#include "commands/terminal/status_line.h"

namespace dps::commands {

using sweeps::OutcomeKind;
using sweeps::StoredPoint;

SweepWork::SweepWork(const SweepPlan& plan, const Shard& shard, SweepStore& store,
                     std::optional<RunTarget>& target)
    : plan_(plan), shard_(shard), store_(store), target_(target) {
  sweep_.dps = dps_version();
  sweep_.path = plan.is_program() ? command_text(plan.given.program) : input_name(plan.source.path);
  sweep_.sha256 = sha256(plan.source.text);
  sweep_.axes = plan.axes;
  sweep_.scale = plan.given.scale;
  sweep_.is_weak = plan.given.weak;
  for (const profiles::Quantity& column : plan.columns) {
    sweep_.columns.push_back({column.text, column.dimension()});
  }
  for (const sweeps::Point& point : plan.points) {
    sweep_.rows.push_back({point, {}, std::nullopt, std::nullopt});
  }
}

Result<std::optional<int>> SweepWork::carry_out() {
  if (plan_.predicts()) {
    auto stopped = predict_all();
    if (!stopped || *stopped) {
      return stopped;
    }
  }
  if (plan_.runs()) {
    auto stopped = run_all();
    if (!stopped || *stopped) {
      return stopped;
    }
  }
  if (const auto looked = look_elsewhere(); !looked) {
    return tl::unexpected(looked.error());
  }
  return std::nullopt;
}

Result<std::optional<int>> SweepWork::predict_all() {
  std::vector<std::size_t> points;
  for (std::size_t i = 0; i < plan_.points.size(); ++i) {
    if (shard_.has(i)) {
      points.push_back(i);
    }
  }
  StatusLine progress(progress_style(plan_.given.progress, plan_.given.common.quiet));
  const PointHooks hooks{
      [this](std::size_t point) { return begin(OutcomeKind::kPredict, point); },
      [this](const FinishedPoint& finished) { return keep(OutcomeKind::kPredict, finished); }};
  return plan_.is_program() ? predict_programs(plan_, points, hooks, progress)
                            : predict_points(plan_, points, hooks, progress);
}

Result<std::optional<int>> SweepWork::run_all() {
  std::vector<PointToRun> points;
  for (std::size_t i = 0; i < plan_.points_of_variables(); ++i) {
    if (!shard_.has(i)) {
      continue;
    }
    const auto is_mine = begin(OutcomeKind::kRun, i);
    if (!is_mine) {
      return tl::unexpected(is_mine.error());
    }
    if (*is_mine) {
      const auto& measured = sweep_.rows[i].measured;
      const sweeps::Outcome known = measured.value_or(sweeps::Outcome{});
      points.push_back({i, known.makespans, known.notes});
    }
  }
  const auto take = [this](const FinishedPoint& finished) {
    return keep(OutcomeKind::kRun, finished);
  };
  return plan_.is_program() ? run_programs(plan_, points, take)
                            : run_points(plan_, points, *target_, take);
}

void SweepWork::enter(OutcomeKind kind, std::size_t point, const StoredPoint& stored) {
  if (kind == OutcomeKind::kPredict) {
    sweep_.rows[point].predicted = stored.outcome;
    sweep_.rows[point].variables = stored.variables;
    return;
  }
  for (std::size_t i = point; i < sweep_.rows.size(); i += plan_.points_of_variables()) {
    sweep_.rows[i].measured = stored.outcome;
    sweep_.rows[i].variables = stored.variables;
  }
}

void SweepWork::judge(OutcomeKind kind, std::size_t point, const profiles::RunResult& result,
                      sweeps::Outcome& outcome) {
  auto& [figures, samples] = figures_[{kind, point}];
  figures.add(result);
  outcome.unmet = profiles::unmet_expectations(figures, plan_.expectations);
  outcome.columns.clear();
  for (const profiles::Quantity& column : plan_.columns) {
    outcome.columns.push_back(profiles::value_of(column, figures).value_or(profiles::kUnknown));
  }
  if (plan_.given.find) {
    add_samples(result, samples);
    outcome.samples = samples;
  }
  if (is_enough(repetition_of(plan_.given.repetition), outcome.makespans)) {
    figures_.erase({kind, point});
  }
}

void SweepWork::add_samples(const profiles::RunResult& result, std::vector<double>& samples) const {
  for (const profiles::RunProfile& run : result.runs) {
    profiles::RunResult one;
    one.level = result.level;
    one.runs = {run};
    profiles::KnownFigures figures;
    figures.add(one);
    samples.push_back(
        profiles::value_of(plan_.columns.front(), figures).value_or(profiles::kUnknown));
  }
}

Result<void> SweepWork::judge_stored(OutcomeKind kind, std::size_t point,
                                     sweeps::Outcome& outcome) {
  if (!judges() || !outcome.is_complete()) {
    return {};
  }
  const auto result = store_.results(kind, point);
  if (!result) {
    return tl::unexpected(result.error());
  }
  figures_.erase({kind, point});
  judge(kind, point, result->value_or(profiles::RunResult{}), outcome);
  return {};
}

Result<bool> SweepWork::has(OutcomeKind kind, std::size_t point) {
  auto stored = store_.find(kind, point);
  if (!stored) {
    return tl::unexpected(stored.error());
  }
  if (!*stored) {
    return false;
  }
  sweeps::Outcome& outcome = (*stored)->outcome;
  if (outcome.status != 0 && kind == OutcomeKind::kRun) {
    outcome.status = 0;  // it runs again
    outcome.reason.clear();
  }
  if (const auto judged = judge_stored(kind, point, outcome); !judged) {
    return tl::unexpected(judged.error());
  }
  if (outcome.status != 0 || !outcome.makespans.empty()) {
    enter(kind, point, **stored);
  }
  return outcome.reason.empty()
             ? is_enough(repetition_of(plan_.given.repetition), outcome.makespans)
             : true;
}

Result<bool> SweepWork::begin(OutcomeKind kind, std::size_t point) {
  const auto claimed = store_.claim(kind, point);
  if (!claimed) {
    return tl::unexpected(claimed.error());
  }
  if (!*claimed) {
    elsewhere_.emplace_back(kind, point);
    return false;
  }
  const auto has_all = has(kind, point);
  if (!has_all) {
    return tl::unexpected(has_all.error());
  }
  if (*has_all) {
    store_.release(kind, point);
  }
  return !*has_all;
}

Result<void> SweepWork::keep(OutcomeKind kind, const FinishedPoint& finished) {
  StoredPoint point{finished.outcome, finished.variables};
  if (judges() && point.outcome.is_complete() && finished.result) {
    judge(kind, finished.point, *finished.result, point.outcome);
  }
  enter(kind, finished.point, point);
  return store_.save(kind, finished);
}

/// Points that other processes have finished by now are taken from the database.
Result<void> SweepWork::look_elsewhere() {
  for (auto at = elsewhere_.begin(); at != elsewhere_.end();) {
    const auto has_all = has(at->first, at->second);
    if (!has_all) {
      return tl::unexpected(has_all.error());
    }
    at = *has_all ? elsewhere_.erase(at) : at + 1;
  }
  return {};
}

}  // namespace dps::commands
