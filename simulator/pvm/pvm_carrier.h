/// The carrier: the PVM task that starts the agent of its host and forwards its frames.
#pragma once

namespace dps::simulator {

/// `dps-simulator-pvm --carrier [own]`, which the bridge spawns. `own`: the virtual machine was
/// started for the run, so the carrier kills the host's daemon if the bridge has ended or the lease
/// of the agent has expired. Returns the exit status when no process of the run is left on this
/// host.
int run_carrier(bool own);

}  // namespace dps::simulator
