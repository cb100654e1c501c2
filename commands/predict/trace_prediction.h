/// Traces of predictions.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include "base/exit_status.h"
#include "base/result.h"
#include "commands/predict/predict_options.h"
#include "commands/predict/predicted_runs.h"
#include "commands/terminal/status_line.h"
#include "commands/tracing/trace_outputs.h"
#include "profiles/result.h"
#include "profiles/traces/spool.h"
#include "profiles/traces/trace.h"

namespace dps::commands {

/// Records the run of a prediction that is printed. The arguments are borrowed.
class PredictionTrace {
 public:
  PredictionTrace(const PredictOptions& given, const PlacedProgram& placed, TraceOutputs outputs)
      : given_(given), placed_(placed), outputs_(std::move(outputs)) {}

  /// If there is only one run, records it: sets options.trace. Errors (kSystem): no temporary file.
  Result<void> begin(predictor::PredictionOptions& options);

  /// Completes the record. Of several runs, the one that is printed is recorded now, in another
  /// prediction with the same draws. `failure`: the reason if the last run is not complete. Returns
  /// kDone, or the status after printing the error; then there is no trace to explain or to write.
  ExitStatus finish(const predictor::PredictionOptions& options, const profiles::RunResult& result,
                    const std::optional<coordinator::Failure>& failure, StatusLine& progress);

  /// Returns the reasons for the time of the run that is printed, with --why or --what-if; nullopt
  /// without these options, or without a trace. Prints the error, and sets `status` if it is kDone.
  std::optional<profiles::Why> explain(ExitStatus& status, StatusLine& progress) const;

  /// Returns the reasons for the age of a request, with --slow; otherwise like explain().
  std::optional<profiles::Slow> explain_slow(ExitStatus& status, StatusLine& progress) const;

  /// Moves the trace to the caller, after finish(); nullopt if there is none.
  std::optional<traces::Trace> take() { return std::exchange(trace_, std::nullopt); }

  /// Writes the files. Returns kDone, or the status after printing the error.
  ExitStatus write(StatusLine& progress);

 private:
  [[nodiscard]] bool is_explained() const { return given_.profile.why || !given_.what_if.empty(); }
  [[nodiscard]] bool is_wanted() const {
    return is_explained() || given_.profile.slow || !outputs_.empty();
  }
  template <typename Reason>
  std::optional<Reason> value_or_report(Result<Reason> reason, ExitStatus& status) const;
  [[nodiscard]] Result<traces::Spool> make_spool(std::size_t run) const;
  [[nodiscard]] traces::TraceHead head(std::size_t run) const;
  ExitStatus repeat(predictor::PredictionOptions options, std::size_t shown);

  const PredictOptions& given_;
  const PlacedProgram& placed_;
  TraceOutputs outputs_;
  std::optional<traces::Spool> spool_;
  std::optional<traces::Trace> trace_;
};

}  // namespace dps::commands
