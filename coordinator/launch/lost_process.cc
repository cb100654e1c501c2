#include "coordinator/launch/lost_process.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "base/host_name.h"
#include "base/printable.h"
#include "coordinator/launch/child_words.h"

namespace dps::coordinator {
namespace {

using control::LaunchEnd;
using control::LaunchRole;
using control::LostProcess;

/// The words for a process, indexed by LaunchRole.
struct RoleText {
  std::string_view name;  ///< {0}: the host
  std::string_view unknown_end;
};

constexpr std::array kRoles{
    RoleText{"mpirun", "has ended"},
    RoleText{"the daemon of Open MPI (orted) on {0}", "was killed, or its guard"},
    RoleText{"the PVM daemon (pvmd) of {0}", "has died"},
    RoleText{"the bridge between dps and the PVM of {0}", "has ended"},
    RoleText{"the PVM task that leads to it", "has ended"},
    RoleText{"the login (ssh) to {0}", "has ended"},
};

constexpr std::string_view kRootRefused =
    "PVM refuses to run as root: run dps as another user, or set PVM_ALLOW_ROOT=1 in the "
    "environment (on every host) if you intend to run as root";
constexpr std::string_view kWhoKilled =
    "find out what killed it on {0}; the kernel does if memory runs out (dmesg)";
constexpr std::string_view kWhoEndedLogin =
    "find out what ended it: a user, the kernel if memory ran out (dmesg, here and on {0}), or the "
    "network; 'ssh {0} sleep 60' must not end early";

bool refuses_root(const LostProcess& lost) {
  return lost.end == LaunchEnd::kNotStarted &&
         lost.words.find("PVM_ALLOW_ROOT") != std::string::npos;
}

std::string how_it_ended(const LostProcess& lost, std::string_view unknown_end) {
  switch (lost.end) {
    case LaunchEnd::kSignal:
      return "was killed by " + signal_text(lost.value);
    case LaunchEnd::kExit:
      return fmt::format("has ended with exit status {}", lost.value);
    case LaunchEnd::kNotStarted:
      return "does not start: " +
             (lost.words.empty() ? "it printed no reason" : printable(lost.words));
    case LaunchEnd::kUnknown:
    case LaunchEnd::kDeleted:
      break;
  }
  return std::string(unknown_end);
}

std::string_view next_step_for(const LostProcess& lost) {
  if (refuses_root(lost)) {
    return "";
  }
  if (lost.end == LaunchEnd::kNotStarted) {
    return lost.role == LaunchRole::kMpirun ? "install Open MPI (Debian: openmpi-bin)"
           : lost.role == LaunchRole::kOrted
               ? "install the Open MPI version of this machine on {0}"
               : "install PVM on this machine (Debian: pvm), and check its output";
  }
  if (lost.end == LaunchEnd::kDeleted) {
    return "check whether {0} is running, and why it was deleted from PVM";
  }
  if (lost.role == LaunchRole::kLogin) {
    return kWhoEndedLogin;
  }
  if (lost.end == LaunchEnd::kExit) {
    return lost.role == LaunchRole::kPvmd ? "PVM was halted; see its log, /tmp/pvml.<uid>" : "";
  }
  const bool was_killed = lost.end == LaunchEnd::kSignal || lost.role == LaunchRole::kOrted ||
                          lost.role == LaunchRole::kPvmd;
  return was_killed ? kWhoKilled : "";
}

std::string_view first_label(std::string_view name) {
  const bool is_number = name.find_first_not_of("0123456789.") == std::string_view::npos;
  return is_number ? name : name.substr(0, name.find('.'));
}

}  // namespace

std::string describe(const LostProcess& lost) {
  if (refuses_root(lost)) {
    return std::string(kRootRefused);
  }
  if (lost.end == LaunchEnd::kDeleted) {
    return fmt::format("PVM has lost its daemon (pvmd) on {}", lost.host);
  }
  const RoleText& role = kRoles[static_cast<std::size_t>(lost.role)];
  return fmt::format(fmt::runtime(role.name), lost.host) + " " +
         how_it_ended(lost, role.unknown_end);
}

std::string next_step_after(const LostProcess& lost, const std::string& host) {
  return fmt::format(fmt::runtime(next_step_for(lost)), host);
}

std::optional<std::uint32_t> find_host(const std::string& name,
                                       const std::vector<std::string>& hosts) {
  auto found = std::find(hosts.begin(), hosts.end(), name);
  if (found == hosts.end()) {
    found = std::find_if(hosts.begin(), hosts.end(), [&](const std::string& host) {
      return first_label(host) == first_label(name);
    });
  }
  if (found == hosts.end() && name == this_host_name()) {
    found = std::find_if(hosts.begin(), hosts.end(), is_this_machine);
  }
  return found == hosts.end() ? std::nullopt
                              : std::optional(static_cast<std::uint32_t>(found - hosts.begin()));
}

}  // namespace dps::coordinator
