/// Determines the properties of the hosts of a calibration, and measures their multiplications.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "base/exit_status.h"
#include "commands/measurement/blueprint_runner.h"
#include "predictor/calibration/findings.h"

namespace dps::commands {

struct MeasuredHosts {
  std::vector<calibration::HostFinding> hosts;  ///< the hosts of the runner, or this machine
  /// The conditions of the measurement, for `[calibration]`: "dps", "date", "transport", …
  std::vector<std::pair<std::string, std::string>> environment;
};

tl::expected<MeasuredHosts, ExitStatus> measure_hosts(const BlueprintRunner& runner);

}  // namespace dps::commands
