/// Measures the contents of a machine file: hosts, message costs and paths between hosts.
#pragma once

#include <tl/expected.hpp>

#include "base/exit_status.h"
#include "commands/measurement/blueprint_runner.h"
#include "predictor/calibration/findings.h"

namespace dps::commands {

/// What is measured, and how.
struct MachineMeasurement {
  bool spins = false;  ///< processes poll for messages
  bool bound_to_cores = false;
  bool is_quick = false;
  bool for_raw_files = false;  ///< also what raw files of data sheets need
  bool under_contention = false;
  bool for_architecture = false;  ///< also what architecture files need
  bool has_turns = false;         ///< also the turns of cores, which only native files have
};

/// Takes about 10 s for this machine alone, and the same time for every path between two hosts;
/// much less if it is quick. Raw files take some 10 s longer. Failures are printed on stderr.
tl::expected<calibration::Findings, ExitStatus> measure_machine(const MachineMeasurement& wanted,
                                                                const BlueprintRunner& runner);

}  // namespace dps::commands
