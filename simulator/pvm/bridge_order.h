/// What dps tells the bridge before anything else: on the trunk's own stream (docs/protocol.md,
/// "Over PVM").
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace dps::simulator {

struct BridgeOrder {
  struct Host {
    std::string name;
    std::string options;  ///< of PVM's hostfile: "lo=paul ep=pvm3/bin"; usually empty
    std::string program;  ///< dps-simulator-pvm there (dx=); else it is looked for in PVM's path
  };
  std::vector<Host> hosts;  ///< by stream
  std::string program;      ///< dps-simulator-pvm here, and wherever nothing else is said
};

/// Reads up to the line "start", and not a byte more. Errors: the end, or no such order
/// (kProtocol).
Result<BridgeOrder> read_bridge_order(int down);

}  // namespace dps::simulator
