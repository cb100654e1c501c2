/// The hosts of a run: from a hosts file, the command line or a batch system's allocation.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "blueprint/terrain/listed_host.h"

namespace dps::terrain {

/// Source: docs/hosts.md, "Limits".
inline constexpr std::size_t kMostHosts = 65'536;

struct HostList {
  std::vector<ListedHost> hosts;        ///< with distinct names; empty if there are errors
  std::vector<Diagnostic> diagnostics;  ///< in the order of the lines
};

/// Reads a hosts file in the format of dps, Open MPI or PVM.
/// Source: docs/hosts.md, "Hosts files".
HostList read_hosts_file(const SourceText& source);

/// Reads node sets that are separated by blanks or commas. The hosts of a set after -x are removed
/// from the sets before it. A name that occurs again is an error.
HostList read_node_set(const SourceText& source);

/// The hosts of a Slurm allocation. `nodes` is $SLURM_JOB_NODELIST, a node set; `cpus_per_node` is
/// $SLURM_JOB_CPUS_PER_NODE, the cores of each node, such as "16(x2),8". If the number of its
/// entries is not that of the nodes, it is ignored. A name that occurs again is dropped.
/// Source: sbatch(1), "OUTPUT ENVIRONMENT VARIABLES".
HostList read_slurm_allocation(const SourceText& nodes, std::string_view cpus_per_node);

}  // namespace dps::terrain
