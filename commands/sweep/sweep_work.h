/// Carries out a sweep: takes the points that its database contains, and predicts and runs the
/// rest.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "base/result.h"
#include "commands/cli/run_target.h"
#include "commands/sweep/sweep_plan.h"
#include "commands/sweep/sweep_store.h"
#include "profiles/sweeps/sweep.h"

namespace dps::commands {

class SweepWork {
 public:
  /// All are borrowed. Without a `target`, nothing runs.
  SweepWork(const SweepPlan& plan, const Shard& shard, SweepStore& store,
            std::optional<RunTarget>& target);

  /// Predicts the points, then runs them. Returns the signal that stopped them, if any. Errors:
  /// those of the database.
  Result<std::optional<int>> carry_out();

  /// The outcomes of the points of the shard so far; rows of other points have none.
  sweeps::Sweep& sweep() { return sweep_; }
  /// The number of points at which another process is at work.
  [[nodiscard]] std::size_t elsewhere() const { return elsewhere_.size(); }

 private:
  Result<std::optional<int>> predict_all();
  Result<std::optional<int>> run_all();
  /// Enters an outcome in its row; the outcome of a run, in the rows of all machines.
  void enter(sweeps::OutcomeKind kind, std::size_t point, const sweeps::StoredPoint& stored);
  /// Returns true if expectations or columns need the results of points.
  [[nodiscard]] bool judges() const {
    return !plan_.expectations.empty() || !plan_.columns.empty();
  }
  /// Evaluates the expectations with this result and the earlier results of the point, and adds the
  /// columns.
  void judge(sweeps::OutcomeKind kind, std::size_t point, const profiles::RunResult& result,
             sweeps::Outcome& outcome);
  void add_samples(const profiles::RunResult& result, std::vector<double>& samples) const;
  Result<void> judge_stored(sweeps::OutcomeKind kind, std::size_t point, sweeps::Outcome& outcome);
  /// Takes the point from the database if it is complete there.
  Result<bool> has(sweeps::OutcomeKind kind, std::size_t point);
  /// Claims the point, unless the database contains it by now.
  Result<bool> begin(sweeps::OutcomeKind kind, std::size_t point);
  Result<void> keep(sweeps::OutcomeKind kind, const FinishedPoint& finished);
  Result<void> look_elsewhere();

  const SweepPlan& plan_;
  const Shard& shard_;
  SweepStore& store_;
  std::optional<RunTarget>& target_;
  sweeps::Sweep sweep_;
  using PointOfKind = std::pair<sweeps::OutcomeKind, std::size_t>;
  std::vector<PointOfKind> elsewhere_;
  struct PointFigures {
    profiles::KnownFigures all;
    std::vector<double> samples;  ///< the values of the first column, by run
  };
  std::map<PointOfKind, PointFigures> figures_;  // the figures of points that have turns left
};

}  // namespace dps::commands
