/// Guards the PVM daemon of a host that is added to a virtual machine for one run.
#pragma once

namespace dps::simulator {

/// `dps-simulator-pvm -s …`: what PVM calls on a host that is added, in place of its daemon
/// (dx=). Starts the daemon with these arguments and a folder of its own, and stays behind until
/// it has ended, to end and remove what it leaves: two nested processes, each the other's lifeline.
/// The exit status, by which the login tells how the start went: kDaemonHasDied (pvm_login.h), or
/// that of a start without or with success.
int guard_pvm_host(char** argv);

}  // namespace dps::simulator
