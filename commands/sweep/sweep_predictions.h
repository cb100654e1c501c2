/// Predicts the points of a sweep, in parallel.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include "commands/sweep/sweep_plan.h"
#include "commands/terminal/status_line.h"
#include "profiles/result.h"
#include "profiles/sweeps/sweep.h"

namespace dps::commands {

using TakePoint = std::function<Result<void>(FinishedPoint finished)>;

/// Both are called in the thread that predicts the points; an error ends the predictions.
struct PointHooks {
  std::function<Result<bool>(std::size_t point)> may_begin;  ///< false: the point is left out
  TakePoint take;  ///< gets each point, in the order in which they are finished
};

/// Predicts these points with a thread for each core. SIGINT, SIGTERM and SIGHUP end the
/// predictions; points under way are then abandoned. Returns the signal.
Result<std::optional<int>> predict_points(const SweepPlan& plan,
                                          std::span<const std::size_t> points,
                                          const PointHooks& hooks, StatusLine& progress);

}  // namespace dps::commands
