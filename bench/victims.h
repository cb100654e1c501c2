/// The processes of a run that `kills` may kill.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "tests/end_to_end/cluster.h"

namespace dps::bench {

/// The hosts on which a victim can be.
enum class VictimHosts : std::uint8_t {
  kFirst,  ///< node1, where dps runs
  kAny,
  kOthers,  ///< all except node1
};

/// A kind of process, identified by a part of its command line.
struct Victim {
  static constexpr int kAll = -1;

  std::string_view name;
  VictimHosts hosts;
  const char* words;
  int which = kAll;  ///< index among the processes with these words, in the order of their pids
};

inline constexpr const char* kCoordinator = "bin/dps run";
inline constexpr std::string_view kShell =
    "shell";  ///< the shell that executes a login on its host

/// The victims of runs over a launcher, killed in turn; none for an unknown launcher.
std::vector<Victim> victims_of(std::string_view launcher);

/// The victims over PVM, each of which exists while hosts are being added.
const std::vector<Victim>& victims_of_start();

/// The processes of this kind on the host.
std::vector<pid_t> find_victims(const end_to_end::Cluster& cluster, const std::string& host,
                                const Victim& victim);

}  // namespace dps::bench
