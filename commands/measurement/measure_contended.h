/// Measures messages while all processes exchange them, half of them with the other half.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "base/exit_status.h"
#include "commands/measurement/blueprint_runner.h"
#include "predictor/calibration/findings.h"
#include "predictor/calibration/plan.h"

namespace dps::commands {

struct ContendedMeasurement {
  std::vector<std::uint32_t> groups;   ///< numbers of processes
  std::vector<calibration::Leg> legs;  ///< ping-pongs
  calibration::Effort effort = calibration::Effort::kFull;
  /// Called before each of the groups.size() · legs.size() points, with a description of it.
  std::function<void(const std::string& what)> begin_step;
};

/// The host of each process: the first half of them sends to the second one. Fewer processes than
/// hosts have a host each; else all hosts have about as many. `hosts` may be empty: so is the
/// result.
std::vector<std::string> hosts_of_group(const std::vector<std::string>& hosts,
                                        std::uint32_t processes);

tl::expected<std::vector<calibration::ContendedSamples>, ExitStatus> measure_contended(
    const BlueprintRunner& runner, const ContendedMeasurement& wanted);

}  // namespace dps::commands
