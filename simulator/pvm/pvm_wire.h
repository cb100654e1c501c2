/// The tags of the PVM messages between the bridge and the carriers (docs/protocol.md, "Over PVM").
/// Their bodies are bytes of the streams.
#pragma once

namespace dps::simulator {

enum class PvmWire : int {
  kDown = 1,       ///< bytes for the agent
  kDownEnd = 2,    ///< no more will come: the agent ends everything
  kUp = 3,         ///< bytes from the agent
  kWords = 4,      ///< what the agent says on its standard error
  kUpEnd = 5,      ///< the agent has ended
  kTaskGone = 6,   ///< from the daemon: the task at the other end has ended
  kHostGone = 7,   ///< from the daemon: its host is no longer in the virtual machine
  kRouteGone = 8,  ///< from libpvm: the direct route to the other end has been closed
};

}  // namespace dps::simulator
