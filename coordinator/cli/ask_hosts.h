/// What the user did not say of the hosts, learnt from them before there is a run.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "coordinator/placement/placement.h"

namespace dps::coordinator {

struct AskedHosts {
  std::vector<Host> hosts;            ///< the same, in the same order
  std::vector<std::string> troubles;  ///< a line per host that could not be asked, and why
};

/// Starts an agent, over ssh, on each host whose TYPE, CORES or MEMORY is not known, and dismisses
/// it when it has told. At most about 15 s.
AskedHosts ask_hosts(std::span<const Host> hosts);

}  // namespace dps::coordinator
