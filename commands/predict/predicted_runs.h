/// The runs of a prediction, until there are enough, one is incomplete, or a signal arrives.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time_units.h"
#include "blueprint/engine/engine.h"
#include "blueprint/program.h"
#include "commands/groups/profile_options.h"
#include "commands/groups/repetition_options.h"
#include "commands/terminal/status_line.h"
#include "coordinator/agents/failure.h"
#include "predictor/machines/machine.h"
#include "predictor/virtual_time/predictor.h"

namespace dps::commands {

/// A program on the hosts of a machine; all borrowed.
struct PlacedProgram {
  const blueprint::Program& program;
  const machines::Machine& machine;
  const std::vector<std::uint32_t>& host_of_process;
};

/// The requested runs, or fewer: those up to the first incomplete one, which is included.
struct PredictedRuns {
  std::vector<predictor::Prediction> predictions;
  std::optional<coordinator::Failure> failure;
};

/// The number of predictions of a program, and their random quantities.
struct RunDraws {
  std::uint64_t seed = 1;
  RepetitionOptions repetition;
  std::optional<Seconds> timeout = {};  ///< real time for each run
};

/// The instant of --measure-from; 0 without it.
Picoseconds measured_from(const ProfileOptions& given);

/// An instant of virtual time, such as that of --for.
std::optional<Picoseconds> virtual_instant(std::optional<Seconds> time);

/// The draws of run `run`, counted from 0 without warm-up runs. The numbering of draws is that of
/// real runs.
engine::Chance chance_of(const RunDraws& draws, std::size_t run);

/// Watches the runs of a prediction, and may end them.
class RunWatcher {
 public:
  virtual ~RunWatcher() = default;
  virtual void on_begin() = 0;  ///< called before each run
  /// Called many times a second.
  virtual void on_progress(const predictor::PredictionProgress& progress) = 0;
  /// Returns the signal that ends the prediction, if any.
  virtual std::optional<int> stop_signal() = 0;
};

/// Predicts the runs. `watcher` is borrowed. Errors: those of predictor::predict().
Result<PredictedRuns> predict_watched(const RunDraws& draws, const PlacedProgram& placed,
                                      predictor::PredictionOptions options, RunWatcher& watcher);

/// Predicts the runs and shows the progress in `status`. SIGINT, SIGTERM and SIGHUP end the
/// prediction, which then has the runs so far; a second one ends dps.
/// `is_quiet`: no note is printed after 10 s if `status` is not shown.
Result<PredictedRuns> predict_runs(const RunDraws& draws, const PlacedProgram& placed,
                                   const predictor::PredictionOptions& options, bool is_quiet,
                                   StatusLine& status);

/// Returns true for the failure of a run that took longer than the timeout.
bool is_timeout(const std::optional<coordinator::Failure>& failure);

}  // namespace dps::commands
