#include "commands/cli/ask_hosts.h"

#include <csignal>
#include <cstdint>

#include "coordinator/agents/host_survey.h"
#include "coordinator/launch/ssh_launcher.h"

namespace dps::commands {

AskedHosts ask_hosts(std::span<const coordinator::Host> hosts) {
  coordinator::SshLauncher launcher;
  return ask_hosts(hosts, launcher);
}

AskedHosts ask_hosts(std::span<const coordinator::Host> hosts, coordinator::Launcher& launcher) {
  AskedHosts asked{{hosts.begin(), hosts.end()}, {}};
  std::vector<std::size_t> positions;
  std::vector<coordinator::Host> unknown;
  for (std::size_t at = 0; at < hosts.size(); ++at) {
    if (hosts[at].type.empty() || !hosts[at].cores || !hosts[at].memory) {
      positions.push_back(at);
      unknown.push_back(hosts[at]);
    }
  }
  if (unknown.empty()) {
    return asked;
  }
  std::signal(SIGPIPE, SIG_IGN);
  const auto surveyed = coordinator::survey_hosts(unknown, launcher, coordinator::kSurveyTimeout);
  for (std::size_t i = 0; i < surveyed.size(); ++i) {
    if (surveyed[i].hello) {
      fill_in(asked.hosts[positions[i]], *surveyed[i].hello);
    }
    if (!surveyed[i].trouble.empty()) {
      asked.troubles.push_back(unknown[i].name + ": " + surveyed[i].trouble);
    }
  }
  return asked;
}

}  // namespace dps::commands
