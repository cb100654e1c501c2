/// The order of dps to the bridge: the first lines of the trunk's own stream.
/// Source: docs/protocol.md, "Over PVM".
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace dps::simulator {

/// The order of the coordinator to the bridge: the hosts, and the commands that start their agents.
struct BridgeOrder {
  struct BridgeHost {
    std::string name;
    std::string options;  ///< for PVM's hostfile: "lo=paul ep=pvm3/bin"; usually empty
    std::string program;  ///< the path of dps-simulator-pvm on the host (dx=)
  };
  std::vector<BridgeHost> hosts;  ///< by stream
  std::string program;  ///< the path of dps-simulator-pvm on this machine and hosts without dx=
};

/// Reads up to and including the line "start". Errors (kProtocol): the end of the stream, or an
/// unknown line.
Result<BridgeOrder> read_bridge_order(int down);

}  // namespace dps::simulator
