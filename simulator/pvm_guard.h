/// Guards the PVM daemons that were started for a run: what they leave behind ends with them.
#pragma once

#include "simulator/bridge_order.h"

namespace dps::simulator {

/// A virtual machine for one run: starts a daemon here with a name and a folder of its own, and
/// the bridge as its child; whichever of the two ends, the rest is ended and the folder removed.
/// Returns the bridge's exit status. Why no daemon could be started goes to standard error.
int guard_own_pvm(BridgeOrder order);

/// `dps-simulator-pvm -s …`: what PVM calls on a host that is added, in place of its daemon
/// (dx=). Starts the daemon with these arguments and a folder of its own, and stays behind until
/// it has ended, to end and remove what it leaves: two nested processes, each the other's lifeline.
int guard_slave(char** argv);

}  // namespace dps::simulator
