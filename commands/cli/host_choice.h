/// The hosts of a command: from --hosts, else from the environment, else this machine.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "commands/cli/command_line.h"
#include "coordinator/placement/placement.h"

namespace dps::coordinator {

/// Environment variables that name hosts; empty: not set.
struct HostEnvironment {
  std::string slurm_nodes;  ///< SLURM_JOB_NODELIST
  std::string slurm_cpus;   ///< SLURM_JOB_CPUS_PER_NODE
  std::string dps_hosts;    ///< DPS_HOSTS
  std::string home;         ///< HOME
};

HostEnvironment host_environment();

struct HostChoice {
  std::vector<Host> hosts;  ///< empty: this machine, and the terrain is ignored
  std::string origin;       ///< "--hosts lab.hosts", "$DPS_HOSTS"; empty without hosts
  std::string launcher;     ///< of --launcher, or the default
};

/// The errors, as lines for stderr: diagnostics with their places, or one "dps: error: ...".
struct HostRefusal {
  std::string text;
};

/// The hosts file that choose_hosts() reads; empty if the hosts come from elsewhere. "-": standard
/// input.
std::string hosts_file(const CommandLine& line, const HostEnvironment& environment);

/// True for the word of a hosts file: "-", the name of an existing file, or a word with a slash.
/// All other words are node sets. Source: docs/hosts.md, "Sources of hosts".
tl::expected<HostChoice, HostRefusal> choose_hosts(const CommandLine& line,
                                                   const HostEnvironment& environment);

}  // namespace dps::coordinator
