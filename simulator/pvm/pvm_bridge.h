/// The bridge: the PVM task that connects dps (by the trunk) to the agents (by PVM messages).
/// Source: docs/protocol.md, "Over PVM".
#pragma once

#include <string>
#include <vector>

#include "simulator/pvm/bridge_order.h"

namespace dps::simulator {

struct BridgeScene {
  BridgeOrder order;
  bool own =
      false;  ///< the virtual machine was started for this run: add hosts, halt it at the end
  std::string folder;  ///< if own: the folder of the daemon's log
};

/// Writes the marker, adds hosts, starts the agents, then forwards bytes until dps or every agent
/// has ended. Returns the exit status.
int run_bridge(const BridgeScene& scene);

/// `--config`: prints "NAME ARCH SPEED" for each host of the running virtual machine. Returns
/// the exit status.
int print_pvm_hosts();

}  // namespace dps::simulator
