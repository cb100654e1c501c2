/// Estimates a program for each number of processors.
#pragma once

#include <optional>

#include "base/exit_status.h"
#include "base/processes/signal_descriptor.h"
#include "commands/estimate/estimate_input.h"
#include "commands/estimate/estimate_options.h"
#include "commands/terminal/status_line.h"
#include "predictor/estimator/tables/estimate_table.h"

namespace dps::commands {

/// The estimates, and the streams of the last number.
struct Estimated {
  estimator::EstimateTable table;
  estimator::Streams streams;
};

/// Records the streams, if the program is a source, and simulates them. Returns
/// nullopt after printing the error; then `status` is set.
std::optional<Estimated> estimate_all(const EstimateOptions& given, EstimateInput input,
                                      const machines::ArchitectureDescription& machine,
                                      const SignalDescriptor& signals, StatusLine& progress,
                                      ExitStatus& status);

/// Prints the error, which may be that of a signal, and returns its status.
/// `otherwise`: of an error that is neither a timeout nor a signal.
ExitStatus print_estimate_error(const EstimateOptions& given, const Error& error,
                                const SignalDescriptor& signals, ExitStatus otherwise);

}  // namespace dps::commands
