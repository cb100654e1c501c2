/// The task between dps and the agents of a PVM run: the trunk on one side, PVM messages on the
/// other (docs/protocol.md, "Over PVM").
#pragma once

#include <string>
#include <vector>

#include "simulator/pvm/bridge_order.h"

namespace dps::simulator {

struct BridgeScene {
  BridgeOrder order;
  bool own = false;  ///< the virtual machine was started for this run: hosts are added, all halted
  std::string folder;  ///< own: where the daemon's log is, for the words of hosts that failed
};

/// Marker, hosts, agents; then carries bytes until dps or all agents are gone. Returns the exit
/// status.
int run_bridge(const BridgeScene& scene);

/// `--config`: "NAME ARCH SPEED", a line a host of the virtual machine that is up.
int print_pvm_hosts();

}  // namespace dps::simulator
