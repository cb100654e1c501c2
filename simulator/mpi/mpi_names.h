/// What dps and the simulator over MPI call the things that mpirun carries between them.
#pragma once

#include <string>

namespace dps::simulator {

/// Handed down by mpirun (-x); the guard draws it. Names the meetings of the ranks.
inline constexpr const char* kMpiSecretVariable = "DPS_MPI_SECRET";
/// The user's TMPDIR, empty if there was none: mpirun has a folder of the run's own there.
inline constexpr const char* kUsersTmpdirVariable = "DPS_MPI_USERS_TMPDIR";

/// A directory of this run's on every host, in memory: what ranks of a host share.
inline std::string mpi_scratch(const std::string& secret) {
  return "/dev/shm/dps-mpi-" + secret;
}

}  // namespace dps::simulator
