/// Guards a virtual machine of PVM that was started for a run.
#pragma once

#include "simulator/pvm/bridge_order.h"

namespace dps::simulator {

/// A virtual machine for one run: starts a daemon here with a name and a folder of its own, and
/// the bridge as its child; whichever of the two ends, the rest is ended and the folder removed.
/// Returns the bridge's exit status. Why no daemon could be started goes to standard error.
int guard_own_pvm(const BridgeOrder& order);

}  // namespace dps::simulator
