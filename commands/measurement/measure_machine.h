/// Measures the contents of a machine file: hosts, message costs and paths between hosts.
#pragma once

#include <tl/expected.hpp>

#include "commands/cli/command_line.h"
#include "commands/measurement/blueprint_runner.h"
#include "coordinator/agents/exit_status.h"
#include "predictor/calibration/findings.h"

namespace dps::coordinator {

/// Takes about 10 s for this machine alone, and the same time for every path between two hosts;
/// much less with --quick. With --raw, some 10 s longer. Failures are printed on
/// stderr.
tl::expected<calibration::Findings, ExitStatus> measure_machine(const CommandLine& line,
                                                                const BlueprintRunner& runner);

}  // namespace dps::coordinator
