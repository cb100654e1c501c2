/// Runs the points of a sweep with real processes, in turns.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "commands/cli/run_target.h"
#include "commands/sweep/sweep_plan.h"
#include "commands/sweep/sweep_predictions.h"

namespace dps::commands {

/// A point to run, and the makespans and notes that it has from an earlier sweep.
struct PointToRun {
  std::size_t point = 0;
  std::vector<double> makespans;
  std::vector<std::string> notes;
};

/// Runs the points in turns, each until it has enough runs. A turn is a session with one run of one
/// point; `take` gets its result and the makespans of all runs of the point so far. A point whose
/// run fails has no more turns. Errors: those of `take`, which end the runs. A signal ends them,
/// too, and the run under way is abandoned. Returns the signal.
Result<std::optional<int>> run_points(const SweepPlan& plan, std::span<const PointToRun> points,
                                      RunTarget& target, const TakePoint& take);

}  // namespace dps::commands
