/// What a rank of MPI does: the agent of a host, or the simulator of a process.
#pragma once

#include <cstdint>
#include <string>

namespace dps::simulator {

/// What mpirun tells a rank by its arguments and environment.
struct RankPlace {
  std::uint32_t host = 0;   ///< position among the run's hosts
  std::uint32_t hosts = 0;  ///< ranks 0 … hosts - 1 are the agents
  std::uint32_t ranks = 0;  ///< processes of this host
  std::uint32_t rank = 0;   ///< in the world
  std::string secret;       ///< names the meetings of this run
  std::string scratch;  ///< a directory of this run on every host; made here, removed at the end
  std::string session;  ///< that of Open MPI's daemon here
};

/// At the end of a rank: removes what it and MPI have left on this host, and, if the daemon that
/// started it is dead (`is_deserted`), what that can no longer remove.
void clean_up(const RankPlace& place, bool is_deserted);

/// Both run until nothing of theirs is left, and return the exit status.
int run_agent_rank(const RankPlace& place);
int run_process_rank(const RankPlace& place);

}  // namespace dps::simulator
