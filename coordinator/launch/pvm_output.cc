#include "coordinator/launch/pvm_output.h"

#include <algorithm>
#include <array>
#include <sstream>

#include "base/host_name.h"
#include "base/printable.h"
#include "coordinator/launch/known_errors.h"
#include "coordinator/launch/lost_process.h"

namespace dps::coordinator {
namespace {

constexpr std::string_view kInstall = "install dps {1}, with PVM, on {0}, at the same path as here";

/// Recognised before the errors of logins.
constexpr std::array kRootErrors{
    KnownError{"PVM_ALLOW_ROOT",
               "PVM on {0} refuses to run as root: set PVM_ALLOW_ROOT=1 in root's environment "
               "there, or run dps as another user"},
};

/// Errors of pvmd, libpvm and the shells that start pvmd.
constexpr std::array kPvmErrors{
    KnownError{"No such file or directory", kInstall},
    KnownError{"not found", kInstall},
    KnownError{"cannot execute", "install PVM on {0} (Debian: pvm)"},
    KnownError{"PvmCantStart",
               "try 'ssh {0} true', which must work without a prompt; PVM must be installed there"},
    KnownError{"PvmDSysErr",
               "run again; if it happens again, find out what ends processes of PVM here: the "
               "kernel does if memory runs out (dmesg)"},
    KnownError{"PvmIPLoopback", "give this machine a name in /etc/hosts that is not 127.0.x.x"},
    KnownError{"PvmNoHost", "look for a misspelt name in the hosts file"},
};

}  // namespace

Result<Host> parse_pvm_host(const std::string& line) {
  std::istringstream words(line);
  Host host;
  std::string rest;
  if (!(words >> host.name >> host.type >> host.speed) || words >> rest) {
    return failure(ErrorCode::kProtocol,
                   "'" + printable(line) + "' is not a host of PVM (NAME ARCH SPEED)");
  }
  host.address = host.name;
  return host;
}

LaunchVerdict judge_pvm_words(const std::string& host, const std::string& words) {
  LaunchVerdict verdict =
      verdict_on(find_known_error(words, {kRootErrors, login_errors(), kPvmErrors}), host);
  verdict.try_again = false;  // the virtual machine starts once
  return verdict;
}

std::optional<std::uint32_t> pvm_culprit(const TrunkExit& exit,
                                         const std::vector<std::string>& hosts) {
  for (const control::LostProcess& lost : exit.lost) {
    if (const auto host = find_host(lost.host, hosts)) {
      return host;
    }
  }
  const auto here = std::find_if(hosts.begin(), hosts.end(), is_this_machine);
  return here == hosts.end() ? std::nullopt
                             : std::optional(static_cast<std::uint32_t>(here - hosts.begin()));
}

Diagnosis diagnose_pvm(std::uint32_t host, const TrunkExit& exit,
                       const std::vector<std::string>& hosts) {
  const auto culprit = pvm_culprit(exit, hosts);
  if (culprit.value_or(host) != host) {
    return {"PVM has ended because of " + hosts[*culprit], ""};
  }
  return {describe_exit(exit), exit.lost.empty()
                                   ? judge_pvm_words(hosts[host], exit.errors).next_step
                                   : next_step_after(exit.lost.front(), hosts[host])};
}

}  // namespace dps::coordinator
