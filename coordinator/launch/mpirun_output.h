/// The output of mpirun, and of the ssh below it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/launch/trunk_exit.h"

namespace dps::coordinator {

/// Why mpirun has ended.
struct MpirunFailure {
  std::string text;                   ///< in few words; empty if nothing is known
  std::optional<std::uint32_t> host;  ///< the host that is to blame, if one is known
  std::string next_step;              ///< for that host; may be empty
};

/// Reads the reports of our guards and the output of foreign programs, without Open MPI's frames
/// and advice. `hosts`: the names of the run's hosts.
MpirunFailure explain_mpirun(const TrunkExit& exit, const std::vector<std::string>& hosts);

/// True if mpirun has lost a daemon: then it ends, but now and then does not.
bool has_lost_daemon(const TrunkExit& exit);

}  // namespace dps::coordinator
