/// Measures the operations of the processors of this host with generated programs.
/// Source: docs/calibrate.md, "Operations".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "base/exit_status.h"
#include "commands/options/common_options.h"
#include "commands/terminal/status_line.h"
#include "predictor/calibration/operations/processor_text.h"

namespace dps::commands {

struct OperationMeasurement {
  calibration::KernelLanguage language = calibration::KernelLanguage::kFortran;
  std::vector<std::string_view> operations;  ///< at least one
  bool dependent = false;
  bool is_quick = false;
};

struct MeasuredOperations {
  calibration::MeasuredProcessor processor;
  ExitStatus status = ExitStatus::kDone;  ///< kIncomplete: an operation could not be measured
};

/// Takes some minutes, a third of it if it is quick. SIGINT, SIGTERM and SIGHUP end it; what was
/// measured until then is kept, with the status of the signal. Errors are printed: there is no
/// compiler, or it does not work; a signal before anything was measured.
tl::expected<MeasuredOperations, ExitStatus> measure_operations(const OperationMeasurement& wanted,
                                                                const CommonOptions& common,
                                                                ProgressChoice progress);

}  // namespace dps::commands
