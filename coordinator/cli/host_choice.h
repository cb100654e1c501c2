/// Which hosts a command is about: --hosts, else what the environment says, else this machine.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "coordinator/cli/command_line.h"
#include "coordinator/placement/placement.h"

namespace dps::coordinator {

/// What of the environment says where to run; empty: nothing does.
struct HostEnvironment {
  std::string slurm_nodes;  ///< SLURM_JOB_NODELIST
  std::string slurm_cpus;   ///< SLURM_JOB_CPUS_PER_NODE
  std::string dps_hosts;    ///< DPS_HOSTS
  std::string home;         ///< HOME
};

HostEnvironment host_environment();

struct HostChoice {
  std::vector<Host> hosts;  ///< empty: this machine, whatever the terrain says
  std::string origin;       ///< "--hosts lab.hosts", "$DPS_HOSTS"; empty without hosts
  std::string launcher;     ///< as the options say, or the default
};

/// What is wrong, for stderr, whole lines: diagnostics with their places, or one "dps: error: ...".
struct HostRefusal {
  std::string text;
};

/// Source: docs/hosts.md, "Sources of hosts". A word that names a file is a hosts file,
/// and so is one with a slash; any other is a node set.
tl::expected<HostChoice, HostRefusal> choose_hosts(const CommandLine& line,
                                                   const HostEnvironment& environment);

}  // namespace dps::coordinator
