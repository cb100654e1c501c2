/// The tags of the PVM messages between the bridge and the carriers. The bodies are bytes of the
/// agents' streams.
/// Source: docs/protocol.md, "Over PVM".
#pragma once

namespace dps::simulator {

enum class PvmWire : int {
  kDown = 1,       ///< bytes to the agent
  kDownEnd = 2,    ///< end of the stream to the agent, which then ends all its processes
  kUp = 3,         ///< bytes from the agent
  kWords = 4,      ///< standard error of the agent
  kUpEnd = 5,      ///< the agent has ended
  kTaskGone = 6,   ///< from the daemon: the peer task has ended
  kHostGone = 7,   ///< from the daemon: the peer's host has left the virtual machine
  kRouteGone = 8,  ///< from libpvm: the direct route to the peer has been closed
  kWatched = 9,    ///< to the carrier: the bridge will notice the end of the direct route
};

}  // namespace dps::simulator
