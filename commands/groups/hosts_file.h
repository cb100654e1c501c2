/// The hosts file of a command: from --hosts, else from the environment.
#pragma once

#include <string>

#include "commands/groups/host_options.h"
#include "commands/options/common_options.h"

namespace dps::commands {

/// Environment variables that name hosts; empty: not set.
struct HostEnvironment {
  std::string slurm_nodes;  ///< SLURM_JOB_NODELIST
  std::string slurm_cpus;   ///< SLURM_JOB_CPUS_PER_NODE
  std::string dps_hosts;    ///< DPS_HOSTS
  std::string home;         ///< HOME
};

HostEnvironment host_environment();

/// Returns true if the word names a hosts file: "-", an existing file, or a word with a slash. All
/// other words are node sets. Source: docs/hosts.md, "Sources of hosts".
bool names_hosts_file(const std::string& word);

/// The hosts file in the home folder, which need not exist; "" without a home.
std::string hosts_file_at_home(const HostEnvironment& environment);

/// The hosts file that choose_hosts() reads; empty if the hosts have another source. "-": standard
/// input.
std::string hosts_file(const HostOptions& given, const HostEnvironment& environment);

/// Adds the hosts file that choose_hosts() reads, if there is one.
void add_hosts_file(const HostOptions& given, CommonOptions& common);

}  // namespace dps::commands
