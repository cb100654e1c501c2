/// Completes the descriptions of hosts with the reports of their agents, without a run.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "coordinator/launch/launcher.h"
#include "coordinator/placement/placement.h"

namespace dps::commands {

struct AskedHosts {
  std::vector<coordinator::Host> hosts;  ///< in the same order
  std::vector<std::string> troubles;     ///< a line per host that did not answer, with the reason
};

/// Starts an agent over ssh on each host whose type, cores or memory are unknown, and ends it when
/// it has reported them. Takes at most about 15 s.
AskedHosts ask_hosts(std::span<const coordinator::Host> hosts);

/// Like the above, with another launcher.
AskedHosts ask_hosts(std::span<const coordinator::Host> hosts, coordinator::Launcher& launcher);

}  // namespace dps::commands
