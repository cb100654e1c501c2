/// The database of a sweep: the points that it already contains, and those that are added.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "commands/cli/run_target.h"
#include "commands/sweep/sweep_plan.h"
#include "commands/sweep/sweep_predictions.h"
#include "profiles/sweeps/store/store.h"

namespace dps::commands {

/// A part of a sweep: every `count`-th point, from the `number`-th on.
struct Shard {
  std::size_t number = 1;
  std::size_t count = 1;

  [[nodiscard]] bool has(std::size_t point) const { return point % count + 1 == number; }
};

/// The shard of --shard or, with -o, of the index of a Slurm array. Errors (kInput): neither K/N
/// nor in range.
Result<Shard> shard_of(const SweepOptions& given);

/// The file of a shard: "FILE.2.db" for "FILE.db".
std::string shard_path(const std::string& path, const Shard& shard);

/// The exit status of an error of a database: that of wrong input for another file, for example;
/// that of an output that cannot be written for an error of the system, such as a full disk.
ExitStatus database_status(const Error& error);

/// Joins the databases into that of -o. Prints errors.
ExitStatus merge_databases(const SweepOptions& given);

/// Points of one kind that are to be predicted or run.
class SweepStore {
 public:
  /// Opens the file of -o, if there is one. `target`: the runs, if there are any. Errors: those of
  /// sweeps::Store.
  static Result<SweepStore> open(const SweepPlan& plan, const Shard& shard,
                                 const std::optional<RunTarget>& target);

  /// The point in the file; nullopt if there is no file, or it does not have the point.
  Result<std::optional<sweeps::StoredPoint>> find(sweeps::OutcomeKind kind, std::size_t point);
  /// The results of the point, joined; nullopt if the file has none.
  Result<std::optional<profiles::RunResult>> results(sweeps::OutcomeKind kind, std::size_t point);
  /// Claims the point. Returns false if another process works on it.
  Result<bool> claim(sweeps::OutcomeKind kind, std::size_t point);
  /// Stores a point that has been predicted or run.
  Result<void> save(sweeps::OutcomeKind kind, const FinishedPoint& finished);
  void release(sweeps::OutcomeKind kind, std::size_t point);

 private:
  SweepStore(const SweepPlan& plan, std::optional<sweeps::Store> store)
      : plan_(&plan), store_(std::move(store)) {}
  [[nodiscard]] sweeps::PointKey key(sweeps::OutcomeKind kind, std::size_t point) const;

  const SweepPlan* plan_;  // borrowed
  std::optional<sweeps::Store> store_;
};

}  // namespace dps::commands
