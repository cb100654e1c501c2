/// The guard of a virtual machine of PVM that was started for a run.
#pragma once

#include "simulator/pvm/bridge_order.h"

namespace dps::simulator {

/// Starts the bridge, and the first daemon of a virtual machine with a name and a folder of its
/// own. When either ends, ends the other one and removes the folder. Reports the end of a daemon or
/// of the bridge by LostProcess lines on standard error (transport/control/launch_reports.h).
/// Returns the exit status of the bridge.
int guard_own_pvm(const BridgeOrder& order);

}  // namespace dps::simulator
