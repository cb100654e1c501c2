/// The login by which PVM's first daemon starts the daemon of another host: a process between that
/// daemon and ssh. PVM needs minutes to notice the end of a daemon that has answered once; the
/// login reports it at once, and its own end is noticed by the guard of the virtual machine
/// (pvm_logins.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dps::simulator {

/// True if a process with this first argument was started as such a login.
bool is_pvm_login(std::string_view first_word);

/// Logs in with `words`, "HOST [-l USER] COMMAND…" as for ssh. Passes the output on until the
/// daemon of the host has started; then waits until the host has an agent, and reports to the guard
/// if the daemon or ssh ends before. Ends ssh when the guard has ended. Returns the exit status of
/// ssh.
int run_pvm_login(std::vector<std::string> words);

/// Restores the user's PVM_RSH for this process and its children.
void forget_pvm_logins();

// The lines and environment variables of the logins of a virtual machine.
// Source: docs/protocol.md, "Logins over PVM".

// Environment variables.
inline constexpr const char* kLoginVariable = "PVM_RSH";  ///< PVM executes its value, not rsh
inline constexpr const char* kUsersLoginVariable = "DPS_PVM_LOGIN";  ///< the user's PVM_RSH, or ssh
inline constexpr const char* kLoginSocketVariable = "DPS_PVM_LOGINS";  ///< the path of the socket

// Lines from the guard of a host's daemon to the login, on standard output.
inline constexpr std::string_view kHasAgentLine = "dps-has-agent";
inline constexpr std::string_view kDaemonEndedLine = "dps-daemon-ended";

// Lines from the login to the guard of the virtual machine, in addition to LostProcess lines.
inline constexpr std::string_view kStartedLine = "started ";  ///< the host follows
inline constexpr std::string_view kAgentLine = "agent";

}  // namespace dps::simulator
