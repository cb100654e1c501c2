/// The hosts that a user names: in a hosts file, on the command line, in an allocation.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "terrain/listed_host.h"

namespace dps::terrain {

/// Source: docs/hosts.md, "Limits".
inline constexpr std::size_t kMostHosts = 65'536;

struct HostList {
  std::vector<ListedHost> hosts;        ///< names differ; empty when there are errors
  std::vector<Diagnostic> diagnostics;  ///< in the order of the lines
};

/// Reads a hosts file: dps's own form, Open MPI's and PVM's. Pure: no I/O.
/// Source: docs/hosts.md, "Hosts files".
HostList read_hosts_file(const SourceText& source);

/// Reads node sets separated by blanks or commas; a set after -x is left out of those before it.
HostList read_node_set(const SourceText& source);

/// The hosts of a Slurm allocation, a node set in $SLURM_JOB_NODELIST, with the cores that it has
/// on them, "16(x2),8" in $SLURM_JOB_CPUS_PER_NODE. Cores that do not fit the nodes are not used.
/// Source: sbatch(1), "OUTPUT ENVIRONMENT VARIABLES".
HostList read_slurm_allocation(const SourceText& nodes, std::string_view cpus_per_node);

}  // namespace dps::terrain
