/// The lines and environment variables of the logins of a virtual machine (pvm_login.h).
/// Source: docs/protocol.md, "Logins over PVM".
#pragma once

#include <string_view>

namespace dps::simulator {

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
