/// The files that `dps estimate` writes besides its table.
#pragma once

#include <optional>

#include "base/processes/signal_descriptor.h"
#include "base/result.h"
#include "commands/estimate/estimate_options.h"
#include "commands/estimate/estimate_work.h"
#include "commands/files/output_file.h"
#include "commands/files/plot_file.h"
#include "commands/terminal/status_line.h"
#include "commands/tracing/trace_outputs.h"
#include "predictor/estimator/simulation/stop_request.h"

namespace dps::commands {

/// The files of --streams, --to-blueprint, --trace and --plot, as far as they
/// are given.
class EstimateFiles {
 public:
  /// To be called before anything that takes time. Errors (kInput): the files
  /// require one number of processors and there are several, or one cannot be
  /// written.
  static Result<EstimateFiles> create(const EstimateOptions& given, const EstimateInput& input);

  /// Writes them; one that cannot be written does not keep the others from being written. Returns
  /// kDone, or the first status after printing the errors. A signal ends it.
  ExitStatus write(const EstimateOptions& given, const Estimated& estimated,
                   const machines::ArchitectureDescription& machine,
                   const SignalDescriptor& signals, StatusLine& progress);

 private:
  Result<void> write_streams(const Estimated& estimated);
  Result<void> write_blueprint(const EstimateOptions& given, const Estimated& estimated);
  Result<void> draw(const Estimated& estimated, const machines::ArchitectureDescription& machine,
                    const estimator::StopRequest& is_to_stop);

  std::optional<OutputFile> streams_;
  std::optional<OutputFile> blueprint_;
  std::optional<PlotFile> plot_;
  TraceOutputs traces_;
};

}  // namespace dps::commands
