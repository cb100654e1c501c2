#include "bench/victims.h"

namespace dps::bench {

std::vector<Victim> victims_of(std::string_view launcher) {
  const Victim coordinator{"coordinator", VictimHosts::kFirst, kCoordinator};
  if (launcher == "ssh") {
    return {coordinator,
            {"a half of an agent", VictimHosts::kAny, "dps-simulator --agent"},
            {"a simulator", VictimHosts::kAny, "--simulator"},
            {"an ssh", VictimHosts::kFirst, "-- node"}};
  }
  if (launcher == "mpi") {
    return {coordinator,
            {"a half of an agent", VictimHosts::kAny, "--rank-of agent"},
            {"mpirun or its guard", VictimHosts::kFirst, "mpirun --enable-recovery"},
            {"a simulator or its guard", VictimHosts::kAny, "--rank-of process"},
            {"a daemon of Open MPI", VictimHosts::kAny, "orted"}};
  }
  if (launcher == "pvm") {
    return {coordinator,
            {"a carrier or a half of an agent", VictimHosts::kAny, "--carrier"},
            {"a pvmd", VictimHosts::kAny, "lib/pvmd"},
            {"the login of a host or a guard of its pvmd", VictimHosts::kOthers, "-pvm -s"},
            {"a simulator", VictimHosts::kAny, "--simulator"},
            {"the bridge or its guard", VictimHosts::kFirst, "--bridge"}};
  }
  return {};
}

const std::vector<Victim>& victims_of_start() {
  constexpr const char* kSlave = "-pvm -s";  // the login, then the two halves of the guard
  constexpr const char* kMaster = "lib/pvmd -n";
  static const std::vector<Victim> victims{
      {kShell, VictimHosts::kOthers, "sh -c /", 0},
      {"login", VictimHosts::kOthers, kSlave, 0},
      {"outer-guard", VictimHosts::kOthers, kSlave, 1},
      {"inner-guard", VictimHosts::kOthers, kSlave, 2},
      {"pvmd", VictimHosts::kOthers, "lib/pvmd -s"},
      {"carrier", VictimHosts::kOthers, "--carrier own", 0},
      {"sshd", VictimHosts::kOthers, "sshd: root@notty", 0},
      {"ssh", VictimHosts::kFirst, "ssh 10."},
      {"client", VictimHosts::kFirst, "-pvm 10."},  // the parent of ssh
      {"hoster", VictimHosts::kFirst, kMaster, 1},
      {"first-pvmd", VictimHosts::kFirst, kMaster, 0},
      {"guard", VictimHosts::kFirst, "--bridge own", 0},
      {"bridge", VictimHosts::kFirst, "--bridge own", 1},
      {"coordinator", VictimHosts::kFirst, kCoordinator},
  };
  return victims;
}

std::vector<pid_t> find_victims(const end_to_end::Cluster& cluster, const std::string& host,
                                const Victim& victim) {
  std::vector<pid_t> found = cluster.processes(host, victim.words);
  if (victim.which == Victim::kAll) {
    return found;
  }
  const auto which = static_cast<std::size_t>(victim.which);
  return which < found.size() ? std::vector{found[which]} : std::vector<pid_t>{};
}

}  // namespace dps::bench
