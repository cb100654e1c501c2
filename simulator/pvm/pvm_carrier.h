/// The PVM task that leads to the agent of its host.
#pragma once

namespace dps::simulator {

/// `dps-simulator-pvm --carrier [own]`: spawned by the bridge, starts the agent as its child and
/// carries its bytes. `own`: the virtual machine was started for the run, so the host's daemon ends
/// with it when the bridge is gone. Returns when nothing of the run is left on this host.
int run_carrier(bool own);

}  // namespace dps::simulator
