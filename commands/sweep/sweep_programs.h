/// The points of a sweep over an MPI program: one after the other, since each uses all cores.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "base/result.h"
#include "commands/sweep/sweep_plan.h"
#include "commands/sweep/sweep_predictions.h"
#include "commands/sweep/sweep_runs.h"

namespace dps::commands {

/// Like predict_points(). A signal ends the command of the point that is under way.
Result<std::optional<int>> predict_programs(const SweepPlan& plan,
                                            std::span<const std::size_t> points,
                                            const PointHooks& hooks, StatusLine& progress);

/// Like run_points().
Result<std::optional<int>> run_programs(const SweepPlan& plan, std::span<const PointToRun> points,
                                        const TakePoint& take);

}  // namespace dps::commands
