/// The measured components of a blueprint, and the costs file made from them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/statistics/estimate.h"
#include "predictor/calibration/component.h"
#include "predictor/calibration/findings.h"
#include "predictor/machines/component_costs.h"
#include "predictor/machines/files/toml_writer.h"

namespace dps::calibration {

/// The measurement of a component on a host.
struct TimedComponent {
  std::uint32_t component = 0;   ///< index in ComponentFindings::components
  std::uint32_t host = 0;        ///< index in ComponentFindings::hosts
  statistics::Estimate seconds;  ///< wall time of one execution
  std::uint64_t repeats = 0;     ///< executions in all measured runs
  double cpu_share = 1;          ///< component_blueprint.h
};

struct ComponentFindings {
  std::string blueprint;  ///< path
  std::vector<Component> components;
  std::vector<HostFinding> hosts;     ///< one of each type
  std::vector<TimedComponent> timed;  ///< by component, then by host, without failed ones
  std::vector<std::pair<std::string, std::string>> environment;  ///< for `[calibration]`
};

/// The first host of every type, compared without case, with the speed that a machine file of all
/// `hosts` would give it. There must be at least one host.
std::vector<HostFinding> one_of_each_type(std::span<const HostFinding> hosts);

/// Target for the standard error, as a share of the time; larger errors are marked in the file.
inline constexpr double kSmallError = 0.01;

struct ComponentCostsFile {
  std::vector<machines::ComponentCost> costs;
  machines::FileRemarks remarks;
};

/// If all hosts are of one type, the costs name no type and so apply to all hosts.
ComponentCostsFile costs_of(const ComponentFindings& findings);

}  // namespace dps::calibration
