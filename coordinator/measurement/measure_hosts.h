/// Measures the hosts of a calibration: their facts, and how fast they multiply.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "calibration/findings.h"
#include "coordinator/agents/exit_status.h"
#include "coordinator/measurement/blueprint_runner.h"

namespace dps::coordinator {

struct MeasuredHosts {
  std::vector<calibration::HostFinding> hosts;  ///< the hosts of the runner, or this machine
  /// How it was measured: "dps", "date", "transport", …, for `[calibration]`.
  std::vector<std::pair<std::string, std::string>> environment;
};

tl::expected<MeasuredHosts, ExitStatus> measure_hosts(const BlueprintRunner& runner);

}  // namespace dps::coordinator
