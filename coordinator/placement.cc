#include "coordinator/placement.h"

namespace dps::coordinator {

std::vector<ProcessId> Placement::processes_of(std::uint32_t host) const {
  std::vector<ProcessId> processes;
  for (std::uint32_t process = 0; process < host_of.size(); ++process) {
    if (host_of[process] == host) {
      processes.push_back(ProcessId{process});
    }
  }
  return processes;
}

Placement on_this_machine(const blueprint::Program& program) {
  Host host;
  host.name = "localhost";
  for (const blueprint::LogicalHost& logical : program.logical_hosts) {
    host.htags.push_back(logical.htag);
  }
  return {{host}, std::vector<std::uint32_t>(program.process_count(), 0)};
}

}  // namespace dps::coordinator
