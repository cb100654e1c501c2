/// The guard of the PVM daemon of a host that is added to a virtual machine for one run.
#pragma once

namespace dps::simulator {

/// Runs `dps-simulator-pvm -s …`, which PVM executes on an added host instead of its daemon (dx=).
/// Starts the daemon with these arguments and a folder of its own. The process for which the login
/// waits prints kHasAgentLine or kDaemonEndedLine (pvm_login.h) when the host has an agent or
/// its daemon has ended, and returns 0 or 1. Two more processes, either of which is sufficient, run
/// until the daemon has ended; then they end its descendants and remove its files.
int guard_pvm_host(char** argv);

}  // namespace dps::simulator
