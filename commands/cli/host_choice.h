/// The hosts of a command: from --hosts, else from the environment, else this machine.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "blueprint/terrain/listed_host.h"
#include "commands/groups/hosts_file.h"
#include "commands/terminal/messages.h"
#include "coordinator/placement/placement.h"

namespace dps::commands {

struct HostChoice {
  std::vector<coordinator::Host> hosts;  ///< empty: this machine, and the terrain is ignored
  std::string origin;                    ///< "--hosts lab.hosts", "$DPS_HOSTS"; empty without hosts
  std::string launcher;                  ///< the one of --launcher, or the default
};

/// The errors, as lines for stderr: diagnostics with their places, or one "dps: error: ...".
struct HostRefusal {
  std::string text;
};

/// Converts a host of a hosts file or a node set to a host of a run.
coordinator::Host host_of(const terrain::ListedHost& listed);

/// Reads the hosts of --hosts, else those of the environment. A word names a file or a node set
/// (names_hosts_file()).
tl::expected<HostChoice, HostRefusal> choose_hosts(const HostOptions& given, Color color,
                                                   const HostEnvironment& environment);

}  // namespace dps::commands
