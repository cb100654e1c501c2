#include "coordinator/launch/mpirun_command.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "base/host_name.h"

namespace dps::coordinator {
namespace {

constexpr const char* kSecretVariable =
    "DPS_MPI_SECRET";                    // also defined in simulator/mpi/mpi_ranks.h
constexpr std::size_t kMostLogins = 32;  // at a time, if Open MPI logs in and out for each daemon
constexpr const char* kSshOptions =
    "OMPI_MCA_plm_rsh_args=-T -x -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=5 "
    "-o ServerAliveCountMax=3 -o ControlMaster=no -o ClearAllForwardings=yes";

/// Returns true if Open MPI and shells read it as one word.
bool is_plain(const std::string& word) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._+-";
  return word.find_first_not_of(kPlain) == std::string::npos;
}

bool is_at_one_path(const Placement& placement, const std::string& program) {
  return std::all_of(placement.hosts.begin(), placement.hosts.end(),
                     [&](const Host& host) { return path_on(host, program) == program; });
}

bool all_here(const Placement& placement) {
  return std::all_of(placement.hosts.begin(), placement.hosts.end(),
                     [](const Host& host) { return is_this_machine(host.name); });
}

/// The command by which Open MPI logs in, which it splits at blanks.
std::string login_command(const Placement& placement, const std::string& program) {
  if (!is_plain(program)) {
    return "ssh";
  }
  std::string command = program + " --ssh";
  for (const Host& host : placement.hosts) {
    if (!host.login.empty()) {
      command += fmt::format(" --login {} {}", host.name, host.login);
    }
  }
  return command + " ssh";
}

}  // namespace

std::vector<std::string> mpi_settings(const Placement& placement, const std::string& program) {
  std::vector<std::string> settings{
      // Makes mpirun use ssh to every host, with the user's configuration and without a prompt.
      "OMPI_MCA_plm_rsh_agent=" + login_command(placement, program),
      kSshOptions,
      "OMPI_MCA_plm_rsh_no_tree_spawn=1",
      // Lets mpirun notice the end of a daemon that has not yet connected to it. This requires that
      // all logins run concurrently.
      "OMPI_MCA_orte_leave_session_attached=1",
      fmt::format("OMPI_MCA_plm_rsh_num_concurrent={}",
                  std::max(kMostLogins, placement.hosts.size())),
      // Reduces the time after which a silent host is noticed from 300 s to 8 s.
      "OMPI_MCA_oob_tcp_keepalive_time=5",
      "OMPI_MCA_oob_tcp_keepalive_intvl=1",
      "OMPI_MCA_oob_tcp_keepalive_probes=3",
      // The agent of a rank reports its end; mpirun must leave the other ranks alone.
      "OMPI_MCA_orte_enable_recovery=1",
      "OMPI_MCA_orte_abort_on_non_zero_status=0",
      // The daemons need not wait (2 s) between SIGTERM and SIGKILL: the proxies ignore SIGTERM.
      "OMPI_MCA_odls_base_sigkill_timeout=0",
      "OMPI_MCA_mpi_warn_on_fork=0",
      "OMPI_MCA_btl_base_warn_component_unused=0",
  };
  if (is_plain(program) && is_at_one_path(placement, program)) {
    settings.push_back(
        fmt::format("OMPI_MCA_orte_launch_agent={} --daemon {{secret}} orted", program));
  }
  if (all_here(placement)) {
    settings.insert(settings.end(),
                    {"OMPI_MCA_oob_tcp_if_include=lo", "OMPI_MCA_btl_tcp_if_include=lo"});
  }
  return settings;
}

std::vector<std::string> mpirun_words(const Placement& placement, const std::string& program,
                                      bool bind_to_cores) {
  std::vector<std::string> words{"mpirun", "--enable-recovery", "--oversubscribe"};
  words.insert(words.end(), {"--bind-to", bind_to_cores ? "core" : "none"});
  const auto count = static_cast<std::uint32_t>(placement.hosts.size());
  for (const bool are_agents : {true, false}) {
    for (std::uint32_t h = 0; h < count; ++h) {
      const Host& host = placement.hosts[h];
      const std::size_t ranks = placement.host_of.empty() ? 0 : placement.processes_of(h).size();
      if (!are_agents && ranks == 0) {
        continue;
      }
      if (!are_agents || h > 0) {
        words.emplace_back(":");
      }
      // If every rank has a core, MPI may poll without yielding; agents poll seldom.
      const bool is_crowded = !host.cores || ranks > *host.cores;
      words.insert(words.end(), {"-n", are_agents ? "1" : std::to_string(ranks), "--host"});
      words.insert(words.end(), {host.name, "--wdir", "/", "-x", kSecretVariable, "--mca"});
      words.insert(words.end(), {"mpi_yield_when_idle", is_crowded ? "1" : "0"});
      words.insert(words.end(), {path_on(host, program), "--rank-of"});
      words.insert(words.end(), {are_agents ? "agent" : "process", std::to_string(h)});
      words.insert(words.end(), {std::to_string(count), std::to_string(ranks)});
    }
  }
  return words;
}

}  // namespace dps::coordinator
