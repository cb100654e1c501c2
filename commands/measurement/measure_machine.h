/// Measures the contents of a machine file: hosts, message costs and paths between hosts.
#pragma once

#include <tl/expected.hpp>

#include "base/exit_status.h"
#include "commands/measurement/blueprint_runner.h"
#include "predictor/calibration/findings.h"

namespace dps::commands {

/// The items to measure, and the method.
struct MachineMeasurement {
  bool spins = false;  ///< processes poll for messages
  bool bound_to_cores = false;
  bool is_quick = false;
  bool for_raw_files = false;  ///< also the times for raw files of data sheets
  bool under_contention = false;
  bool for_architecture = false;  ///< also the times for architecture files
  bool has_turns = false;         ///< also the turns of cores, which only native files have
};

/// Takes about 10 s for this machine alone, and the same time for every path between two hosts;
/// much less if it is quick. Raw files take some 10 s longer. Failures are printed on stderr.
tl::expected<calibration::Findings, ExitStatus> measure_machine(const MachineMeasurement& wanted,
                                                                const BlueprintRunner& runner);

}  // namespace dps::commands
