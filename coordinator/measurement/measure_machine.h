/// Measures everything that a machine file says: the hosts, what messages cost, the paths between.
#pragma once

#include <tl/expected.hpp>

#include "calibration/findings.h"
#include "coordinator/agents/exit_status.h"
#include "coordinator/cli/command_line.h"
#include "coordinator/measurement/blueprint_runner.h"

namespace dps::coordinator {

/// Some 10 s for this machine alone, and as long again for every path between two hosts; far less
/// with --quick. What fails is told on stderr.
tl::expected<calibration::Findings, ExitStatus> measure_machine(const CommandLine& line,
                                                                const Laboratory& laboratory);

}  // namespace dps::coordinator
