#include "commands/sweep/sweep_programs.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/processes/pending_signals.h"
#include "commands/predict/program_prediction.h"
#include "commands/programs/mpi_environment.h"
#include "commands/run/program_command.h"
#include "commands/sweep/sweep_words.h"
#include "commands/terminal/status_line.h"
#include "coordinator/agents/failure.h"
#include "predictor/machines/kinds/machine_file.h"
#include "profiles/sweeps/axes.h"
#include "profiles/sweeps/figures.h"

namespace dps::commands {
namespace {

/// The signal that ended a point.
std::optional<int> stop_of(const Result<ProgramRuns>& runs) {
  if (!runs || !runs->failure) {
    return std::nullopt;
  }
  return coordinator::stop_signal_of(runs->failure->status);
}

FinishedPoint finished_point(const SweepPlan& plan, std::size_t point, Result<ProgramRuns> runs) {
  FinishedPoint finished;
  finished.point = point;
  for (const auto& [name, value] : sweeps::settings_of(plan.axes, plan.points[point])) {
    finished.variables.emplace_back(name, std::strtod(value.c_str(), nullptr));
  }
  if (!runs) {
    const bool is_wrong = runs.error().code == ErrorCode::kInput;
    finished.outcome.status =
        static_cast<int>(is_wrong ? ExitStatus::kInputWrong : ExitStatus::kFailed);
    finished.outcome.reason = runs.error().message;
    return finished;
  }
  if (runs->failure) {
    finished.outcome.status = static_cast<int>(runs->failure->status);
    const std::string& reason = runs->failure->reason;
    finished.outcome.reason = reason.substr(0, reason.find('\n'));
  } else {
    for (const profiles::RunProfile& run : runs->result.runs) {
      finished.outcome.makespans.push_back(run.makespan_s);
    }
    finished.outcome.notes = runs->result.notes;
  }
  finished.result = std::move(runs->result);
  return finished;
}

Result<ProgramRuns> predict_program_at(const SweepPlan& plan, std::size_t point) {
  const SweepOptions at = plan.options_at(point);
  PredictOptions given;
  given.common = at.common;
  given.program = words_at(at.program, at.blueprint.settings);
  given.computing = at.computing;
  given.machine = at.machine;
  given.profile = at.profile;
  given.timeout = at.execution.timeout;
  given.output = at.output;
  const OpenedMachine& unchanged = plan.machines.at(at.machine.machine);
  std::unique_ptr<machines::Machine> changed;
  if (!at.machine.changes.empty()) {
    const auto source =
        change_machine(unchanged.source, at.machine.changes, unchanged.machine.get());
    if (!source) {
      return tl::unexpected(source.error());
    }
    changed = machines::read_machine(*source, machine_options(at.machine)).machine;
  }
  return predict_program_on(given, changed == nullptr ? *unchanged.machine : *changed);
}

Result<ProgramRuns> run_program_at(const SweepPlan& plan, std::size_t point, bool is_first) {
  const SweepOptions at = plan.options_at(point);
  RunOptions given;
  given.no_samples = true;  // no column has them
  given.common = at.common;
  given.program = words_at(at.program, at.blueprint.settings);
  given.profile = at.profile;
  given.execution = at.execution;
  given.output = at.output;
  given.repetition.warmup = is_first ? at.repetition.warmup : 0;
  given.repetition.runs = 1;
  return run_program_once(given);
}

void show(const SweepPlan& plan, std::size_t point, std::string_view phase, StatusLine& progress) {
  const std::string name = sweeps::point_name(plan.axes, plan.points[point]);
  progress.show(
      fmt::format("{} point {} of {}{}", phase, point + 1, plan.points.size(),
                  name.empty() ? "" : " (" + name + ")"),
      {{"phase", phase}, {"points", plan.points.size()}, {"point", point + 1}, {"name", name}});
}

}  // namespace

Result<std::optional<int>> predict_programs(const SweepPlan& plan,
                                            std::span<const std::size_t> points,
                                            const PointHooks& hooks, StatusLine& progress) {
  for (const std::size_t point : points) {
    const auto may_begin = hooks.may_begin(point);
    if (!may_begin) {
      return tl::unexpected(may_begin.error());
    }
    if (!*may_begin) {
      continue;
    }
    if (const auto library = find_mpi_library(); !library) {
      return tl::unexpected(library.error());
    }
    show(plan, point, "predicting", progress);
    progress.clear();  // the command writes to the same terminal
    auto runs = predict_program_at(plan, point);
    if (const auto signal = stop_of(runs)) {
      return signal;
    }
    PendingSignals signals;  // none interrupts the writing of a result
    if (const auto taken = hooks.take(finished_point(plan, point, std::move(runs))); !taken) {
      return tl::unexpected(taken.error());
    }
    if (const auto signal = signals.take()) {
      return signal;
    }
  }
  return std::nullopt;
}

Result<std::optional<int>> run_programs(const SweepPlan& plan, std::span<const PointToRun> points,
                                        const TakePoint& take) {
  const coordinator::Repetition repetition = repetition_of(plan.given.repetition);
  std::vector<PointToRun> left(points.begin(), points.end());
  while (!left.empty()) {
    std::vector<PointToRun> next;
    for (PointToRun& point : left) {
      if (const auto library = find_mpi_library(); !library) {
        return tl::unexpected(library.error());
      }
      auto runs = run_program_at(plan, point.point, point.makespans.empty());
      if (const auto signal = stop_of(runs)) {
        return signal;
      }
      FinishedPoint finished = finished_point(plan, point.point, std::move(runs));
      const bool has_failed = finished.outcome.status != 0;
      if (!has_failed) {
        point.makespans.insert(point.makespans.end(), finished.outcome.makespans.begin(),
                               finished.outcome.makespans.end());
        sweeps::add_notes(point.notes, finished.outcome.notes);
        finished.outcome.makespans = point.makespans;
        finished.outcome.notes = point.notes;
      }
      PendingSignals signals;
      if (const auto taken = take(std::move(finished)); !taken) {
        return tl::unexpected(taken.error());
      }
      if (const auto signal = signals.take()) {
        return signal;
      }
      if (!has_failed && !is_enough(repetition, point.makespans)) {
        next.push_back(point);
      }
    }
    left = std::move(next);
  }
  return std::nullopt;
}

}  // namespace dps::commands
