/// The guard of the PVM daemon of a host that is added to a virtual machine for one run.
#pragma once

namespace dps::simulator {

/// `dps-simulator-pvm -s …`, which PVM executes on a host that is added, in place of its daemon
/// (dx=). Starts the daemon with these arguments and a folder of its own, and returns, in the
/// process that the login waits for, its exit status: kDaemonHasDied (pvm_login.h), 0 or 1. Two
/// more processes, of which either suffices, stay until the daemon has ended; then they end its
/// descendants and remove its files.
int guard_pvm_host(char** argv);

}  // namespace dps::simulator
