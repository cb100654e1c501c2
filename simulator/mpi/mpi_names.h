/// Names that dps, the guard of mpirun and the ranks share.
#pragma once

#include <string>

namespace dps::simulator {

/// A random number that the guard chooses and mpirun passes to the ranks (-x). It names their
/// meetings.
inline constexpr const char* kMpiSecretVariable = "DPS_MPI_SECRET";
/// The user's TMPDIR, empty if it was not set; TMPDIR itself names mpirun's folder of the run.
inline constexpr const char* kUsersTmpdirVariable = "DPS_MPI_USERS_TMPDIR";

/// The run's directory on each host, in memory, for the files that its ranks share.
inline std::string mpi_scratch(const std::string& secret) {
  return "/dev/shm/dps-mpi-" + secret;
}

}  // namespace dps::simulator
