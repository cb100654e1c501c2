/// What has been found of a blueprint's components, and the file of costs that says it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "calibration/component.h"
#include "calibration/findings.h"
#include "machines/component_costs.h"
#include "machines/files/toml_writer.h"
#include "statistics/estimate.h"

namespace dps::calibration {

/// A component on a host.
struct TimedComponent {
  std::uint32_t component = 0;   ///< position in ComponentFindings::components
  std::uint32_t host = 0;        ///< position in ComponentFindings::hosts
  statistics::Estimate seconds;  ///< of wall time, each time
  std::uint64_t repeats = 0;
  double cpu_share = 1;  ///< of the time in which it had a CPU
};

struct ComponentFindings {
  std::string blueprint;  ///< its path
  std::vector<Component> components;
  std::vector<HostFinding> hosts;     ///< one of each type
  std::vector<TimedComponent> timed;  ///< by component, then by host; failed ones are not there
  std::vector<std::pair<std::string, std::string>> environment;  ///< for `[calibration]`
};

/// The first host of every type, compared without case. Each has its speed then, the one that a
/// machine file of all these hosts has. At least one.
std::vector<HostFinding> one_of_each_type(std::span<const HostFinding> hosts);

/// The error that a component is timed to, unless that takes too long.
inline constexpr double kSmallError = 0.01;

struct ComponentCostsFile {
  std::vector<machines::ComponentCost> costs;
  machines::FileRemarks remarks;
};

/// With hosts of one type only, the costs are for every type.
ComponentCostsFile costs_of(const ComponentFindings& findings);

}  // namespace dps::calibration
