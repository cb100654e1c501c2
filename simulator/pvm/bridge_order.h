/// The order of dps to the bridge: the first lines of the trunk's own stream (docs/protocol.md,
/// "Over PVM").
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace dps::simulator {

struct BridgeOrder {
  struct Host {
    std::string name;
    std::string options;  ///< for PVM's hostfile: "lo=paul ep=pvm3/bin"; usually empty
    std::string program;  ///< the path of dps-simulator-pvm there (dx=)
  };
  std::vector<Host> hosts;  ///< by stream
  std::string program;      ///< the path of dps-simulator-pvm here, and on hosts without dx=
};

/// Reads up to the line "start", and not a byte more. Errors (kProtocol): the end of the stream, or
/// an unknown order.
Result<BridgeOrder> read_bridge_order(int down);

}  // namespace dps::simulator
