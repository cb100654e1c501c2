/// The command line and the environment of mpirun for one run (docs/mpi.md).
#pragma once

#include <string>
#include <vector>

#include "coordinator/placement/placement.h"

namespace dps::coordinator {

/// Settings of Open MPI, "NAME=VALUE" each. The user's environment takes precedence over them.
/// `program`: the path of dps-simulator-mpi here.
std::vector<std::string> mpi_settings(const Placement& placement, const std::string& program);

/// mpirun with its arguments: one rank per host for the agents, then one per process, host by host.
std::vector<std::string> mpirun_words(const Placement& placement, const std::string& program,
                                      bool bind_to_cores);

}  // namespace dps::coordinator
