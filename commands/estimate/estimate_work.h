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

/// The estimates, and the streams of the last number.
struct Estimated {
  estimator::EstimateTable table;
  estimator::Streams streams;
};

/// Records the streams, if the program is a source, and simulates them. Prints an error, and
/// returns its status.
tl::expected<Estimated, ExitStatus> estimate_all(const EstimateOptions& given, EstimateInput input,
                                                 const machines::ArchitectureDescription& machine,
                                                 const SignalDescriptor& signals,
                                                 StatusLine& progress);

/// Prints the error, which may be that of a signal, and returns its status.
/// `otherwise`: of an error that is neither a timeout nor a signal.
ExitStatus print_estimate_error(const EstimateOptions& given, const Error& error,
                                const SignalDescriptor& signals, ExitStatus otherwise);

}  // namespace dps::commands
