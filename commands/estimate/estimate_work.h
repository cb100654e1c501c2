/// Estimates a program for each number of processors.
#pragma once

#include <tl/expected.hpp>

#include "base/exit_status.h"
#include "base/processes/signal_descriptor.h"
#include "commands/estimate/estimate_input.h"
#include "commands/estimate/estimate_options.h"
#include "commands/terminal/status_line.h"
#include "predictor/estimator/tables/estimate_table.h"

namespace dps::commands {

/// The estimates of at least one number, and the streams of the last of them.
struct Estimated {
  estimator::EstimateTable table;
  estimator::Streams streams;
  ExitStatus status = ExitStatus::kDone;  ///< that of the first number that failed
};

/// Records the streams, if the program is a source, and simulates them. Prints the error of each
/// number that fails, and continues with the next one if it can. Returns the status of the first
/// error if no number has an estimate.
tl::expected<Estimated, ExitStatus> estimate_all(const EstimateOptions& given, EstimateInput input,
                                                 const machines::ArchitectureDescription& machine,
                                                 const SignalDescriptor& signals,
                                                 StatusLine& progress);

/// Prints the error, which may be that of a signal, and returns its status.
/// `otherwise`: the status of an error that is neither a timeout nor a signal.
ExitStatus print_estimate_error(const EstimateOptions& given, const Error& error,
                                const SignalDescriptor& signals, ExitStatus otherwise);

}  // namespace dps::commands
