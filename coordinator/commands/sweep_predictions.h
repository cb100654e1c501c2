/// Predicts the points of a sweep, in parallel.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include "coordinator/cli/status_line.h"
#include "coordinator/commands/sweep_plan.h"
#include "profiles/result.h"
#include "sweeps/sweep.h"

namespace dps::coordinator {

/// A point that has been predicted or run.
struct FinishedPoint {
  std::size_t point = 0;
  sweeps::Outcome outcome;
  /// The variables of the blueprint; empty if it could not be read.
  std::vector<std::pair<std::string, double>> variables;
  std::optional<profiles::RunResult> result;  ///< if there is one
};

using TakePoint = std::function<Result<void>(FinishedPoint finished)>;

/// Both are called in the thread that predicts the points; an error ends the predictions.
struct PointHooks {
  std::function<Result<bool>(std::size_t point)> may_begin;  ///< false: it is left out
  TakePoint take;  ///< of each point, in the order in which they are finished
};

/// Predicts these points with a thread for each core. SIGINT, SIGTERM and SIGHUP end the
/// predictions; points under way are then given up. Returns the signal.
Result<std::optional<int>> predict_points(const SweepPlan& plan,
                                          std::span<const std::size_t> points,
                                          const PointHooks& hooks, StatusLine& progress);

}  // namespace dps::coordinator
