/// The two kinds of ranks of MPI: the agent of a host, and the simulator of a process.
#pragma once

#include <cstdint>
#include <string>

namespace dps::simulator {

/// A rank's arguments and environment.
struct RankPlace {
  std::uint32_t host = 0;   ///< index in the run's hosts
  std::uint32_t hosts = 0;  ///< ranks 0 … hosts - 1 are the agents
  std::uint32_t ranks = 0;  ///< processes of this host
  std::uint32_t rank = 0;   ///< in MPI_COMM_WORLD
  std::string secret;       ///< part of the names of this run's sockets (meeting.h)
  std::string scratch;      ///< the run's directory on each host, which its ranks create and remove
  std::string session;      ///< the session directory of Open MPI's daemon on this host
};

/// Removes the files of a rank and of MPI on this host and, if the daemon that started the rank has
/// ended (`launcher_died`), also those of the daemon.
void clean_up(const RankPlace& place, bool launcher_died);

/// Both return the exit status when no descendant is left.
int run_agent_rank(const RankPlace& place);
int run_process_rank(const RankPlace& place);

// The names that dps, the guard of mpirun and the ranks share.

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
