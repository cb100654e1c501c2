#include "commands/groups/hosts_file.h"

#include "base/environment.h"
#include "base/file_bytes.h"
#include "base/file_identity.h"

namespace dps::commands {

HostEnvironment host_environment() {
  return {environment_variable("SLURM_JOB_NODELIST"),
          environment_variable("SLURM_JOB_CPUS_PER_NODE"), environment_variable("DPS_HOSTS"),
          environment_variable("HOME")};
}

bool names_hosts_file(const std::string& word) {
  return word == kStandardStream || word.find('/') != std::string::npos || is_there(word);
}

std::string hosts_file_at_home(const HostEnvironment& environment) {
  return environment.home.empty() ? "" : environment.home + "/.config/dps/hosts";
}

std::string hosts_file(const HostOptions& given, const HostEnvironment& environment) {
  const std::string word = given.hosts.empty() ? environment.dps_hosts : given.hosts;
  if (given.launcher == "local" || (given.hosts.empty() && !environment.slurm_nodes.empty())) {
    return "";
  }
  if (!word.empty()) {
    return names_hosts_file(word) ? word : "";
  }
  const std::string home = hosts_file_at_home(environment);
  return !home.empty() && is_there(home) ? home : "";
}

void add_hosts_file(const HostOptions& given, CommonOptions& common) {
  const std::string path = hosts_file(given, host_environment());
  if (!path.empty()) {
    common.inputs.push_back({std::string(kHostsFileRole), path});
  }
}

}  // namespace dps::commands
