/// What the hosts of a calibration are, and how fast they multiply.
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
  std::vector<calibration::HostFinding> hosts;  ///< those of the laboratory, or this machine
  /// What was used: "dps", "date", "transport", …, for `[calibration]`.
  std::vector<std::pair<std::string, std::string>> environment;
};

tl::expected<MeasuredHosts, ExitStatus> measure_hosts(const Laboratory& laboratory);

}  // namespace dps::coordinator
